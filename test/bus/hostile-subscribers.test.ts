import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { type FactsBroker, factsBroker } from "#libs/platform/broker/facts-broker.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { type Forger, forgerOn, packetOf } from "./hand-made-packets.ts";

const NAMESPACE = "hostile";
const M = `MOL-${NAMESPACE}`;
const ME = "shop.example-4711";

/** Somebody with the key of a subscriber who speaks NATS by hand with the node that passes facts on. */
describe("the node that passes facts on", () => {
  const heard: string[] = [];
  let nats: NatsServer;
  let facts: FactsBroker;
  let forger: Forger;
  /** Id of its node. */
  let relay: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    facts = factsBroker({ namespace: NAMESPACE, connection: { servers: nats.url }, logger: pino({ level: "silent" }) });
    facts.start();
    forger = await forgerOn(nats.url);
    forger.connection.subscribe(`${M}.>`, {
      callback: (_error, message) => {
        heard.push(message.subject);
        if (message.subject === `${M}.INFO.${ME}`) relay = (message.json() as { sender: string }).sender;
      },
    });
    await eventually(async () => {
      await forger.publish(`${M}.DISCOVER`, packetOf(ME));
      expect(relay).toMatch(/^facts\./);
    });
  });
  afterAll(async () => {
    await forger.connection.close();
    await facts.stop();
    await nats.dispose();
  });

  /** Waits until the node has taken all packets so far. */
  const untilTaken = async () => {
    heard.length = 0;
    await forger.publish(`${M}.PING.${relay}`, packetOf(ME, { time: 1 }));
    await eventually(() => expect(heard).toContain(`${M}.PONG.${ME}`));
  };

  it("SUB-03 runs no commands of NATS that stand in the id of a subscriber's node", async () => {
    const said: string[] = [];
    forger.connection.subscribe(`${M}.EVENT.said.>`, { callback: (_error, { subject }) => void said.push(subject) });
    const sender = (kind: string) => `thief 0\r\n\r\nPUB ${M}.EVENT.said.${kind} 2\r\n{}\r\nPUB ${M}.PONG.thief`;
    await forger.publish(`${M}.DISCOVER`, packetOf(sender("discover")));
    await forger.publish(`${M}.HEARTBEAT`, packetOf(sender("heartbeat"), { cpu: 1 }));
    await forger.publish(`${M}.PING.${relay}`, packetOf(sender("ping"), { time: 1 }));
    await untilTaken();
    expect(said).toEqual([]);
  });
});
