import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import type { NamedTransporter } from "#libs/platform/broker/named-transporter.ts";
import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";

const NAMESPACE = "moves";
const SUBSCRIPTIONS = /(?<!UN)SUB [^\r]*\r\n/g;

/** What happens to the next connections: their subscriptions are lost, or they are cut after they have given up their subscriptions. */
type Fault = "deaf" | "cut at drain";

describe("the move to a new key", () => {
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let seed = "first";
  let nats: NatsServer;
  let proxy: Server;
  let account: ServiceBroker;
  let messaging: ServiceBroker;

  const broker = async (url: string, process: string, schema: ServiceSchema): Promise<ServiceBroker> => {
    const identity = { ...claimedIdentity(process, [url]), ...(process === "account" && { seed: () => seed }) };
    const started = new ServiceBroker({ ...networkOptions(NAMESPACE, identity), logger: false, skipProcessEventRegistration: true });
    started.createService(schema);
    await started.start();
    return started;
  };
  /** Passes the bytes of a client, except for what the fault of its connection takes away. */
  const passThrough = (client: Socket) => {
    const fault = faults.shift();
    const server = connect(nats.port, "127.0.0.1");
    let drains = false;
    connections += 1;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        server.destroy();
      });
    }
    server.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (drains && fault === "cut at drain") client.destroy();
      else server.write(fault === "deaf" ? Buffer.from(text.replace(SUBSCRIPTIONS, ""), "latin1") : bytes);
      drains ||= text.includes("UNSUB ");
    });
  };
  const transporter = () => (account.transit as unknown as { readonly tx: NamedTransporter }).tx;
  const startAccount = async () => {
    const { port } = proxy.address() as AddressInfo;
    account = await broker(`nats://127.0.0.1:${port}`, "account", { name: "account", actions: { getName: () => "answer" } });
    await messaging.waitForServices("account");
  };
  const moveTo = async (next: string) => {
    seed = next;
    await eventually(() => expect(transporter().provenSeed).toBe(next));
  };

  beforeAll(async () => {
    nats = await startNatsServer();
    proxy = createServer(passThrough).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    messaging = await broker(nats.url, "messaging", { name: "messaging" });
  });
  afterEach(() => account.stop());
  afterAll(async () => {
    await messaging.stop();
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await nats.dispose();
  });

  it("BUS-11 a new connection whose subscriptions the server has lost is not taken", async () => {
    await startAccount();
    const before = connections;
    faults.push("deaf");
    await moveTo("second");
    expect(connections).toBe(before + 2);
    expect(await messaging.call("account.getName")).toBe("answer");
  });

  it("BUS-11 a former connection that is cut while it drains is closed, and the next key is taken as well", async () => {
    faults.push("cut at drain");
    await startAccount();
    await moveTo("third");
    await moveTo("fourth");
    expect(await messaging.call("account.getName")).toBe("answer");
  });
});
