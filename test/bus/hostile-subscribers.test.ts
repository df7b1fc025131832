import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { factMessage } from "#libs/contracts/public-facts.ts";
import { type FactsBroker, factsBroker } from "#libs/platform/broker/facts-broker.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { type Forger, forgerOn, packetOf } from "./hand-made-packets.ts";

const NAMESPACE = "hostile";
const M = `MOL-${NAMESPACE}`;
const ME = "shop.example-4711";

/** A hostile subscriber has a valid key and sends handmade NATS packets to the node that publishes events to subscribers. */
describe("the relay that publishes events to subscribers", () => {
  const heard: string[] = [];
  const dropped: string[] = [];
  /** The consumer groups that received an event. */
  const told: string[] = [];
  let nats: NatsServer;
  let facts: FactsBroker;
  let forger: Forger;
  /** Id of its node. */
  let relay: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    const onRefused = (reason: string) => void dropped.push(reason);
    facts = factsBroker({ namespace: NAMESPACE, connection: { servers: nats.url }, logger: pino({ level: "silent" }), onRefused });
    facts.start();
    forger = await forgerOn(nats.url);
    forger.connection.subscribe(`${M}.>`, {
      callback: (_error, message) => {
        heard.push(message.subject);
        if (message.subject === `${M}.EVENT.${ME}`) told.push(...(message.json() as { groups: string[] }).groups);
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

  /** Waits until the node has processed all packets so far. */
  const untilTaken = async () => {
    heard.length = 0;
    await forger.publish(`${M}.PING.${relay}`, packetOf(ME, { time: 1 }));
    await eventually(() => expect(heard).toContain(`${M}.PONG.${ME}`));
  };

  it("SUB-03 runs no NATS commands from the id of a subscriber's node", async () => {
    const said: string[] = [];
    forger.connection.subscribe(`${M}.EVENT.said.>`, { callback: (_error, { subject }) => void said.push(subject) });
    const sender = (kind: string) => `thief 0\r\n\r\nPUB ${M}.EVENT.said.${kind} 2\r\n{}\r\nPUB ${M}.PONG.thief`;
    await forger.publish(`${M}.DISCOVER`, packetOf(sender("discover")));
    await forger.publish(`${M}.HEARTBEAT`, packetOf(sender("heartbeat"), { cpu: 1 }));
    await forger.publish(`${M}.PING.${relay}`, packetOf(sender("ping"), { time: 1 }));
    await untilTaken();
    expect(said).toEqual([]);
    expect(dropped).toEqual(["sender", "sender", "sender"]);
  });

  it("SUB-03 the relay knows a subscriber's node by its public facts only, and no event name stops other nodes", async () => {
    dropped.length = 0;
    let seq = 0;
    const tell = async (services: unknown) => {
      seq += 1;
      await forger.publish(`${M}.INFO`, packetOf(ME, { services, ipList: [], client: {}, config: {}, seq, instanceID: "i" }));
      await untilTaken();
    };
    const service = {
      name: "shop",
      fullName: "shop",
      settings: {},
      metadata: {},
      actions: { "shop.x": { name: "shop.x", fallback: "x" } },
    };
    const endless = `${"**".repeat(28)}!`;
    const listening = (name: string, group?: string) => ({ ...service, events: { [name]: { name: endless, ...(group && { group }) } } });
    for (const services of [7, [7], [listening("message.sent", "a b")], [{ ...listening("message.sent"), name: "a\r\nb" }]])
      await tell(services);
    await tell(Array.from({ length: 51 }, () => listening("message.sent")));
    await forger.publish(`${M}.INFO`, "not a packet");
    await untilTaken();
    expect(dropped).toEqual(["info", "info", "info", "info", "info", "malformed"]);
    const fact = factMessage("message.sent", {}, { id: "f", at: new Date().toISOString(), requestId: null, payload: {} });
    await tell([
      listening(endless),
      listening("message.*", "patterns"),
      { ...listening("message.sent"), name: "names", fullName: "names" },
    ]);
    await facts.emit(fact);
    await eventually(() => expect([...told].sort()).toEqual(["names", "patterns"]));
    expect(dropped).toHaveLength(6);
  });
});
