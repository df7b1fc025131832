import { connect, type MsgHdrs, type NatsConnection } from "nats";
import { uuid } from "#libs/kernel/ids.ts";

/** A NATS client without Moleculer, with or without a key, which sends packets of its own making. */
export interface Forger {
  readonly connection: NatsConnection;
  /** Publishes a packet of Moleculer's and waits until the server has it. */
  publish(subject: string, packet: object | string, headers?: MsgHdrs): Promise<void>;
}

export async function forgerOn(url: string): Promise<Forger> {
  const connection = await connect({ servers: url, reconnect: false });
  return {
    connection,
    async publish(subject, packet, headers) {
      const data = typeof packet === "string" ? packet : JSON.stringify(packet);
      connection.publish(subject, data, headers ? { headers } : {});
      await connection.flush();
    },
  };
}

/** A packet that Moleculer accepts, with this sender. */
export function packetOf(sender: string, more: object = {}): object {
  return { ver: "5", sender, id: uuid(), params: {}, meta: {}, level: 1, tracing: false, ...more };
}
