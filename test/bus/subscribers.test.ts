import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Context, ServiceBroker } from "moleculer";
import { type ConnectionOptions, connect, type JetStreamManager, type NatsConnection, nkeyAuthenticator } from "nats";
import { pino } from "pino";
import { makeSubscriber, revokeKey } from "#deploy/keys/make-keys.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { EventStream } from "#libs/platform/events/event-stream.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { factsService } from "#services/webhook/facts/facts.service.ts";
import { eventually } from "../support/eventually.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";
import { type SecuredNats, startSecuredNats } from "../support/secured-nats.ts";
import { packetOf } from "./hand-made-packets.ts";
import { messageSentFact, relaysKnownTo } from "./outside-nodes.ts";

const NAMESPACE = "outside";
const M = `MOL-${NAMESPACE}`;
const FACTS = "OUTSIDE_FACTS";
const logger = pino({ level: "silent" });

interface Credential {
  readonly servers: string[];
  readonly ca: string;
  readonly nkeySeed: string;
  readonly apiPrefix: string;
}

/** Two processes that publish to subscribers, and subscribers outside the system, on a bus that authenticates its clients. */
describe("subscribers of public facts", () => {
  let nats: SecuredNats;
  let config: EventStream;
  let messaging: EventStream;
  let keeper: NatsConnection;
  let manager: JetStreamManager;
  const runtimes: TestRuntime[] = [];
  const relays: ServiceBroker[] = [];
  const children: ChildProcess[] = [];
  const brokers: ServiceBroker[] = [];
  let sent = 0;

  const options = () => ({ folder: nats.keys, namespace: NAMESPACE, databasePrefix: `${NAMESPACE}_` });
  const fileOf = (name: string) => join(nats.keys, `subscriber-${name}.json`);
  const credentialOf = (name: string) => JSON.parse(readFileSync(fileOf(name), "utf8")) as Credential;
  const connectionOf = (name: string): ConnectionOptions => {
    const { servers, ca, nkeySeed } = credentialOf(name);
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(nkeySeed));
    // A new connection may hang while the server reads its users again.
    return { servers, tls: { ca }, authenticator, inboxPrefix: `_INBOX.${name}`, timeout: 2_000 };
  };
  const newSubscriber = async (name: string) => {
    makeSubscriber(options(), name, [nats.url]);
    nats.reload();
    await eventually(async () => expect(await manager.consumers.info(FACTS, name)).toBeTruthy());
    await eventually(() => connect({ ...connectionOf(name), reconnect: false }).then((open) => open.close()));
    await nats.untilStreamsAnswer();
  };
  const startRelay = async () => {
    const runtime = createTestRuntime({ ...nats.filesOf("webhook"), namespace: NAMESPACE });
    const broker = createBroker(runtime, [factsService]);
    runtimes.push(runtime);
    relays.push(broker);
    await broker.start();
  };
  /** Publishes facts of messaging. Returns their ids. */
  const send = async (count = 1) => {
    const ids = Array.from({ length: count }, () => uuid());
    for (const id of ids) await eventually(() => messaging.publish(messageSentFact(id)));
    sent += count;
    return ids;
  };
  /** Runs an example, which ends with the test. Returns its output so far. */
  const runExample = async (name: string, file: string) => {
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    const child = spawn(process.execPath, [`deploy/examples/${name}-subscriber.mjs`, file], { env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    const printed: string[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => printed.push(line));
    let notes = "";
    child.stderr.on("data", (chunk) => (notes += String(chunk)));
    await eventually(() => expect(notes).toContain("connected"));
    return { child, printed };
  };
  const startNode = async (name: string, group: string, hear: (ctx: Context<unknown, { fact: { id: string } }>) => void) => {
    const transporter = { type: "NATS", options: connectionOf(name) } as const;
    const broker = new ServiceBroker({
      namespace: NAMESPACE,
      nodeID: uuid(),
      logger: false,
      transporter,
      skipProcessEventRegistration: true,
    });
    broker.createService({ name: group, events: { "message.sent": hear } });
    brokers.push(broker);
    await broker.start();
    return broker;
  };
  /** Waits until every relay knows these nodes; packets of one node arrive at a relay in order. Returns the ids of the relays' nodes. */
  const untilKnown = async (...nodes: readonly ServiceBroker[]) => {
    const known = await Promise.all(nodes.map((node) => eventually(() => relaysKnownTo(node, relays.length))));
    for (const [index, node] of nodes.entries()) {
      // A node announces its services by itself only up to a second after its start.
      await (node.transit as unknown as { sendNodeInfo(info: object): Promise<void> }).sendNodeInfo(node.getLocalNodeInfo());
      for (const id of known[index] ?? []) await node.ping(id, 5_000);
    }
    return known[0] ?? [];
  };

  beforeAll(async () => {
    nats = await startSecuredNats(NAMESPACE);
    config = jetStream({ ...nats.identityOf("config"), namespace: NAMESPACE, logger });
    messaging = jetStream({ ...nats.identityOf("messaging"), namespace: NAMESPACE, logger });
    await Promise.all([config.start(), messaging.start()]);
    keeper = await connect(nats.identityOf("config").streams ?? {});
    manager = await keeper.jetstreamManager();
    await startRelay();
    await startRelay();
    await newSubscriber("shop");
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
  });
  afterAll(async () => {
    await Promise.all([...relays.map((relay) => relay.stop()), config.stop(), messaging.stop()]);
    await Promise.all(runtimes.map((runtime) => runtime.close()));
    await keeper.close();
    await nats.dispose();
  });

  it("SUB-01 the Moleculer example prints a message that is sent", async () => {
    const { printed } = await runExample("moleculer", fileOf("shop"));
    // Waits until the relays know the new node.
    await eventually(async () => {
      const [early] = await send();
      await eventually(() => expect(printed).toContain(`message.sent ${early}`), 1_000);
    });
    const [id] = await send();
    await eventually(() => expect(printed).toContain(`message.sent ${id}`));
  });

  it("SUB-01 a plain Moleculer service gets the data as params, and the rest beside it", async () => {
    const heard: Context<unknown, { fact: { id: string } }>[] = [];
    const node = await startNode("shop", "listener", (ctx) => void heard.push(ctx));
    await untilKnown(node);
    const [id] = await send();
    const ctx = await eventually(() => heard.find(({ meta }) => meta.fact.id === id) ?? Promise.reject(new Error("not heard")));
    const { senderName: _inside, ...data } = messageSentFact("").payload;
    expect(ctx.params).toEqual(data);
    const about = { id, kind: "message.sent", type: "message.sent", apiVersion: "1.0", correlationId: "a-request" };
    expect(ctx.meta).toEqual({ fact: { ...about, timestamp: expect.any(String) } });
  });

  it("SUB-02 the durable example, stopped for a while, then prints each event of that time once", async () => {
    await newSubscriber("books");
    const before = await runExample("durable", fileOf("books"));
    const [first] = await send();
    await eventually(() => expect(before.printed).toContain(`message.sent ${first}`));
    await eventually(async () => expect((await manager.consumers.info(FACTS, "books")).num_ack_pending).toBe(0));
    before.child.kill("SIGTERM");
    await once(before.child, "exit");
    await eventually(async () => expect((await manager.consumers.info(FACTS, "books")).num_waiting).toBe(0));
    const missed = await send(20);
    await eventually(async () => expect((await manager.consumers.info(FACTS, "books")).num_pending).toBe(20));
    const { printed } = await runExample("durable", fileOf("books"));
    await eventually(() => expect(printed).toHaveLength(20));
    const [last] = await send();
    await eventually(() => expect(printed).toHaveLength(21));
    expect([...printed].sort()).toEqual([...missed, last].map((id) => `message.sent ${id}`).sort());
  });

  it("SUB-03 a subscriber hears no packet of the platform, forges no event and reaches no stream but its own consumer", async () => {
    await newSubscriber("other");
    const thief = await connect({ ...connectionOf("shop"), reconnect: false });
    const refused: string[] = [];
    void (async () => {
      for await (const { permissionContext } of thief.status()) if (permissionContext) refused.push(permissionContext.subject);
    })();
    const heard: string[] = [];
    for (const subject of [`${M}.>`, ">", `${NAMESPACE}.>`, "_INBOX.other.>", "$JS.>"])
      thief.subscribe(subject, { callback: (error, message) => void (error ?? heard.push(message.subject)) });
    await thief.flush();
    await eventually(() => expect(refused.sort()).toEqual(["$JS.>", ">", "_INBOX.other.>", `${NAMESPACE}.>`]));
    const isRefused = async (subject: string, body: object | string = "", reply?: string) => {
      refused.length = 0;
      thief.publish(subject, typeof body === "string" ? body : JSON.stringify(body), reply ? { reply } : {});
      await thief.flush();
      await pause(100);
      return refused.includes(subject);
    };
    const [node] = relays;
    expect(await isRefused(`${NAMESPACE}.evt.message.sent`, messageSentFact(uuid()))).toBe(true);
    expect(await isRefused(`${NAMESPACE}.facts.message.sent`, { id: uuid() })).toBe(true);
    expect(await isRefused(`${M}.EVENT.somebody`, packetOf("facts.x", { event: "message.sent" }))).toBe(true);
    expect(await isRefused(`${M}.REQ.${node?.nodeID}`, packetOf("shop"))).toBe(true);
    expect(await isRefused(`${M}.INFO.from.config`, packetOf("config.x"))).toBe(false);
    for (const verb of ["STREAM.LIST", ...["INFO", "PURGE", "DELETE", "MSG.GET"].map((name) => `STREAM.${name}.${FACTS}`)])
      for (const api of ["$JS.API", `${NAMESPACE}.js`]) expect([verb, await isRefused(`${api}.${verb}`)]).toEqual([verb, true]);
    const [own, foreign] = [credentialOf("shop").apiPrefix, credentialOf("other").apiPrefix];
    const next = `${own}.CONSUMER.MSG.NEXT.${FACTS}.shop`;
    for (const prefix of [own, foreign, `${NAMESPACE}.js`])
      expect(await isRefused(`${prefix}.CONSUMER.MSG.NEXT.${FACTS}.other`, { batch: 1 })).toBe(true);
    expect(await isRefused(`$JS.ACK.${FACTS}.other.1.1.1.1.0`)).toBe(true);

    // The subscriber's own requests, with replies redirected to forbidden subjects. There are more events than requests: a reply that
    // carries an event could do more harm than an empty one.
    await send(30);
    const state = async () => {
      const [{ state: stored, created }, other] = [await manager.streams.info(FACTS), await manager.consumers.info(FACTS, "other")];
      return { created, messages: stored.messages, pending: other.num_pending, delivered: other.delivered.stream_seq };
    };
    const before = await eventually(async () => {
      const now = await state();
      // The relays publish to subscribers with a delay. Waiting for all events makes sure that none arrives later.
      expect(now).toMatchObject({ messages: sent, pending: sent });
      return now;
    });
    const targets = [
      ...["PURGE", "DELETE"].map((verb) => `$JS.API.STREAM.${verb}.${FACTS}`),
      ...[`$JS.ACK.${FACTS}.other.1.1.1.1.0`, `$JS.API.CONSUMER.MSG.NEXT.${FACTS}.other`],
      ...[own, `${NAMESPACE}.js`].map((prefix) => `${prefix}.CONSUMER.MSG.NEXT.${FACTS}.other`),
      ...[`${NAMESPACE}.evt.message.sent`, `${NAMESPACE}.facts.message.sent`],
    ];
    for (const target of targets) {
      expect(await isRefused(next, { batch: 1, no_wait: true }, target)).toBe(false);
      await isRefused(next, "not a request", target);
      await isRefused(`${own}.CONSUMER.INFO.${FACTS}.shop`, "", target);
      await isRefused(`$JS.ACK.${FACTS}.shop.1.1.1.1.0`, "", target);
    }
    expect(await state()).toEqual(before);
    expect(heard.filter((subject) => subject.includes(".from.") && subject !== `${M}.INFO.from.config`)).toEqual([]);
    await thief.close();
  });

  it("SUB-03 a packet in the name of a relay process does not end that process", async () => {
    const seen: string[] = [];
    const node = await startNode("shop", "victim", (ctx) => void seen.push(ctx.meta.fact.id));
    const relayNodes = await untilKnown(node);
    const thief = await connect({ ...connectionOf("shop"), reconnect: false });
    for (const nodeID of relayNodes)
      for (const kind of ["INFO", "HEARTBEAT", "PING"])
        thief.publish(`${M}.${kind}`, JSON.stringify(packetOf(nodeID, { instanceID: "another", services: 7 })));
    thief.publish(`${M}.INFO`, "not a packet");
    await thief.flush();
    const ids = await send(4);
    await eventually(() => expect(seen).toEqual(expect.arrayContaining(ids)));
    await thief.close();
  });

  it("SUB-06 of two nodes of a group one hears each event, once, while two relay processes publish", async () => {
    const groups: Record<string, string[]> = { stock: [], mail: [] };
    const nodes = await Promise.all(
      ["stock", "stock", "mail"].map((group) => startNode("shop", group, (ctx) => void groups[group]?.push(ctx.meta.fact.id))),
    );
    await untilKnown(...nodes);
    const ids = await send(30);
    await eventually(() => expect(Object.values(groups).map((heard) => heard.length)).toEqual([30, 30]));
    // A second copy of each event, as after a lost acknowledgement.
    for (const id of ids) await keeper.jetstream().publish(`${NAMESPACE}.evt.message.sent`, JSON.stringify(messageSentFact(id)));
    await eventually(async () => {
      const { num_pending, num_ack_pending } = await manager.consumers.info("OUTSIDE_EVENTS", "facts__message_sent");
      expect([num_pending, num_ack_pending]).toEqual([0, 0]);
    });
    const marker = await send();
    await eventually(() => expect(groups.mail).toContain(marker[0]));
    for (const heard of Object.values(groups)) expect([...heard].sort()).toEqual([...ids, ...marker].sort());
  });

  it("SUB-03 the key of a former subscriber is refused, and its consumer is removed", async () => {
    await newSubscriber("leaver");
    const connection = connectionOf("leaver");
    await revokeKey(options(), "subscriber-leaver");
    nats.reload();
    await eventually(async () => {
      const outcome = await connect({ ...connection, reconnect: false }).then(
        (open) => open.close().then(() => "connected"),
        ({ code }: { code: string }) => code,
      );
      expect(outcome).toBe("AUTHORIZATION_VIOLATION");
    });
    await nats.untilStreamsAnswer();
    await eventually(async () => {
      const names: string[] = [];
      for await (const { name } of manager.consumers.list(FACTS)) names.push(name);
      expect(names).not.toContain("leaver");
      expect(names).toContain("shop");
    });
  });
});
