import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import { type ConnectionOptions, connect, type NatsConnection } from "nats";
import { pino } from "pino";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import type { EventEnvelope, EventStream } from "#libs/platform/events/event-stream.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { getSnapshotAction } from "#services/config/actions/get-snapshot.ts";
import { reportVitalsAction } from "#services/config/actions/report-vitals.ts";
import type { Report } from "#services/config/domain/evaluate-alarms.ts";
import { eventually } from "../support/eventually.ts";
import { type SecuredNats, startSecuredNats } from "../support/secured-nats.ts";
import { packetOf } from "./hand-made-packets.ts";

const NAMESPACE = "stolen";
const P = `MOL-${NAMESPACE}`;
const EVENTS = "STOLEN_EVENTS";
const FOREIGN_FACT = `${NAMESPACE}.evt.message.sent`;
const OWN_FACT = `${NAMESPACE}.evt.admin.acted`;
const OWN_GROUP = "content__config_changed";
const OWN_SUBJECT = `${NAMESPACE}.evt.config.changed`;
const logger = pino({ level: "silent" });

/** The action that answers with the settings, two of them secret. */
function snapshotAction() {
  const keys = ["dm.timeout_hours", "provider.email_secret", "provider.oauth_secret"];
  const values = keys.map((key) => ({ key, scope: null, value: "x" }));
  const stored = { revision: { current: async () => "a.1" }, values: { list: async () => values } };
  const none = { flags: { list: async () => [] }, switches: { list: async () => [] }, backup: { keep: async () => undefined } };
  return getSnapshotAction({ ...stored, ...none, logger } as never);
}

/** An attacker holds the key of the process `content` and speaks NATS with it. */
describe("a stolen key of one process", () => {
  const ran: string[] = [];
  const dropped: string[] = [];
  const applied: EventEnvelope[] = [];
  const refused: string[] = [];
  /** The nodes whose vitals were stored. */
  const reported: string[] = [];
  let nats: SecuredNats;
  let account: ServiceBroker;
  let messaging: ServiceBroker;
  let config: ServiceBroker;
  let streams: EventStream;
  let notification: EventStream;
  let thief: NatsConnection;

  const start = async (process: string, schema: ServiceSchema): Promise<ServiceBroker> => {
    const events = { onRefused: (reason: string) => void dropped.push(reason), onForbidden: () => undefined, onAvailable: () => undefined };
    const options = networkOptions(NAMESPACE, nats.identityOf(process), events);
    const broker = new ServiceBroker({ ...options, logger: false, skipProcessEventRegistration: true });
    broker.createService(schema);
    await broker.start();
    return broker;
  };
  const streamOf = (process: string) => jetStream({ ...nats.identityOf(process), namespace: NAMESPACE, logger });
  const fact = (): EventEnvelope => ({
    id: uuid(),
    event: "message.sent",
    at: new Date().toISOString(),
    payload: {},
    requestId: null,
    source: "messaging",
  });

  beforeAll(async () => {
    nats = await startSecuredNats(NAMESPACE);
    const actions = {
      getUserSummaries: (ctx: { params: unknown }) => ctx.params,
      getContact: () => ran.push("getContact"),
    };
    const reports = { save: async ({ node }: Report) => void reported.push(node), list: async () => [], remove: async () => undefined };
    const reportVitals = reportVitalsAction({ clock: systemClock, reports });
    [account, messaging, config] = await Promise.all([
      start("account", { name: "account", actions }),
      start("messaging", { name: "messaging" }),
      start("config", { name: "config", actions: { reportVitals, getSnapshot: snapshotAction() } }),
    ]);
    streams = streamOf("config");
    notification = streamOf("notification");
    await Promise.all([streams.start(), notification.start()]);
    await eventually(() => expect(notification.generation()).not.toBeNull());
    await notification.subscribe({ group: "notification", event: "message.sent" }, async (envelope) => void applied.push(envelope));
    await messaging.waitForServices(["account", "config"]);
    thief = await connect({ ...nats.identityOf("content").connection, reconnect: false });
    void (async () => {
      for await (const { permissionContext } of thief.status()) if (permissionContext) refused.push(permissionContext.subject);
    })();
  });
  beforeEach(() => {
    for (const list of [ran, dropped, refused, reported]) list.length = 0;
  });
  afterAll(async () => {
    await thief.close();
    await Promise.all([notification.stop(), streams.stop(), account.stop(), messaging.stop(), config.stop()]);
    await nats.dispose();
  });

  /** Whether NATS refuses a publication. */
  const isRefused = async (subject: string, body: object | string = "", reply?: string) => {
    refused.length = 0;
    thief.publish(subject, typeof body === "string" ? body : JSON.stringify(body), reply ? { reply } : {});
    await thief.flush();
    await pause(100);
    return refused.includes(subject);
  };

  it("BUS-01 a client without a key cannot connect, and the server requires TLS", async () => {
    const { connection } = nats.identityOf("content");
    const { authenticator: _key, ...keyless } = connection;
    const outcome = (options: ConnectionOptions) =>
      connect({ ...options, maxReconnectAttempts: 0, reconnect: false }).then(
        (open) => open.close().then(() => "connected"),
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
    expect(await outcome(keyless)).toBe("AUTHORIZATION_VIOLATION");
    expect(await outcome(streamsAs(nats, "content"))).toBe("AUTHORIZATION_VIOLATION");
    const { tls: _tls, ...plain } = connection;
    expect(thief.info?.tls_required).toBe(true);
    expect(await outcome(plain)).not.toBe("connected");
    expect(await outcome({ ...connection, tls: {} })).not.toBe("connected");
  });

  it("BUS-02 hears no calls, answers, inboxes or events of others", async () => {
    const heard: string[] = [];
    const foreign = [
      ">",
      `${P}.>`,
      `${P}.RES.>`,
      `${P}.REQB.account.>`,
      `${P}.*.messaging.*.from.*`,
      "_INBOX.messaging.>",
      `${NAMESPACE}.evt.>`,
      "$JS.>",
    ];
    for (const subject of foreign) {
      thief.subscribe(subject, { callback: (error, message) => void (error ?? heard.push(message.subject)) });
    }
    await thief.flush();
    await eventually(() => expect([...refused].sort()).toEqual([...foreign].sort()));
    const canary = "a text for nobody else";
    expect(await messaging.call("account.getUserSummaries", { canary })).toEqual({ canary });
    expect(heard).toEqual([]);
  });

  it("BUS-03 runs no action that it has not declared, neither balanced nor on one node, neither in its own name nor in another's", async () => {
    const call = packetOf("content.0000000000c1", { action: "account.getContact" });
    expect(await isRefused(`${P}.REQB.account.getContact.from.content`, call)).toBe(true);
    expect(await isRefused(`${P}.REQ.${account.nodeID}.account.getContact.from.content`, call)).toBe(true);
    expect(await isRefused(`${P}.REQB.account.getUserSummaries.from.messaging`, call)).toBe(true);
    expect(await isRefused(`${P}.RES.${messaging.nodeID}.from.account`, call)).toBe(true);
    expect(ran).toEqual([]);
    await expect(messaging.call("account.getContact", {})).rejects.toThrow("messaging calls account.getContact without declaring it");
  });

  it("TEL-07 reports the vitals of no other process", async () => {
    const report = async (node: string, process: string) => {
      const params = { node, process, vitals: [] };
      const call = packetOf("content.0000000000c1", { action: "config.reportVitals", params });
      expect(await isRefused(`${P}.REQB.config.reportVitals.from.content`, call)).toBe(false);
    };
    await report(messaging.nodeID, "messaging");
    await report("messaging.made-up", "messaging");
    await report("content.0000000000c1", "messaging");
    await report("content.0000000000c2", "content");
    await report("content.0000000000c1", "content");
    await eventually(() => expect(reported).toEqual(["content.0000000000c1"]));
    const own = { node: messaging.nodeID, process: "messaging", vitals: [] };
    await messaging.call("config.reportVitals", own);
    await config.call("config.reportVitals", { ...own, node: config.nodeID, process: "config" });
    expect(reported).toEqual(["content.0000000000c1", messaging.nodeID, config.nodeID]);
  });

  it("BUS-03 gets the value of a sensitive setting only when its process reads that setting", async () => {
    const keysFor = async (broker: ServiceBroker) => {
      const { values } = await broker.call<{ values: { key: string }[] }, object>("config.getSnapshot", { knownRevision: "" });
      return values.map(({ key }) => key);
    };
    expect(await keysFor(account)).toEqual(["dm.timeout_hours", "provider.email_secret", "provider.oauth_secret"]);
    expect(await keysFor(messaging)).toEqual(["dm.timeout_hours"]);
    expect(await keysFor(config)).toHaveLength(3);
  });

  it("BUS-07 reports no other process as gone, and hints for no other", async () => {
    expect(await isRefused(`${P}.DISCONNECT.from.account`, packetOf(account.nodeID))).toBe(true);
    expect(await isRefused(`${P}.DISCONNECT.from.content`, packetOf(account.nodeID))).toBe(false);
    await eventually(() => expect(dropped).toContain("sender"));
    expect(await isRefused(`${P}.EVENTB.gateway.hint.sessions-revoked.from.content`, packetOf("content.0000000000c1"))).toBe(true);
    expect(await messaging.call("account.getUserSummaries", { a: 1 })).toEqual({ a: 1 });
  });

  it("BUS-02 hears no hint that its services do not declare, although its node says that it does", async () => {
    const heard: string[] = [];
    thief.subscribe(`${P}.EVENT.content.*.>`, { callback: (_error, { subject }) => void heard.push(subject) });
    const hints = ["hint.sessions-revoked", "hint.config-changed"];
    const services = [{ name: "content", actions: {}, events: Object.fromEntries(hints.map((name) => [name, { name }])) }];
    for (const node of [account, config]) {
      const info = packetOf("content.0000000000c3", { services, seq: 1, instanceID: "i" });
      expect(await isRefused(`${P}.INFO.${node.nodeID}.from.content`, info)).toBe(false);
      await eventually(() => expect(node.registry.nodes.get("content.0000000000c3")).toBeTruthy());
    }
    await account.broadcast("hint.sessions-revoked", {});
    await config.broadcast("hint.config-changed", {});
    await eventually(() => expect(heard).toHaveLength(1));
    await eventually(() => expect(dropped).toEqual(["publish"]));
    expect(heard).toEqual([`${P}.EVENT.content.0000000000c3.hint.config-changed.from.config`]);
  });

  it("BUS-03 BUS-08 has no other process call or publish for it by commands of NATS in the id of its node", async () => {
    const rest = `PUB ${P}.PONG.content.rest`;
    const inner = JSON.stringify(packetOf(`messaging.0 0\r\n\r\n${rest}`, { action: "account.getContact" }));
    const forged = JSON.stringify({ ...fact(), requestId: "forged" });
    const pub = (subject: string, text: string) => `0\r\n\r\nPUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n${rest}`;
    const ids = [pub(`${P}.REQB.account.getContact.from.messaging`, inner), pub(FOREIGN_FACT, forged)].map((text) => `content.c1 ${text}`);
    for (const sender of ids)
      for (const topic of [`DISCOVER.${messaging.nodeID}`, `PING.${messaging.nodeID}`, `DISCOVER`])
        expect(await isRefused(`${P}.${topic}.from.content`, packetOf(sender, { time: 1 }))).toBe(false);
    await eventually(() => expect(dropped.length).toBeGreaterThanOrEqual(6));
    expect(new Set(dropped)).toEqual(new Set(["sender"]));
    expect(await messaging.call("account.getUserSummaries", { a: 2 })).toEqual({ a: 2 });
    expect([ran, applied.filter(({ requestId }) => requestId === "forged")]).toEqual([[], []]);
  });

  it("BUS-08 publishes no event of another owner, also not by redirecting an answer", async () => {
    const owner = streamOf("messaging");
    await owner.start();
    await owner.publish(fact());
    await eventually(() => expect(applied).toHaveLength(1));
    expect(await isRefused(FOREIGN_FACT, fact())).toBe(true);
    // Tries to pass off the acknowledgement of an own event, and a pulled own event, as a foreign event.
    expect(await isRefused(OWN_FACT, fact(), FOREIGN_FACT)).toBe(false);
    expect(await isRefused(`${NAMESPACE}.js.CONSUMER.MSG.NEXT.${EVENTS}.${OWN_GROUP}`, { batch: 1, no_wait: true }, FOREIGN_FACT)).toBe(
      false,
    );
    expect(await isRefused(`${NAMESPACE}.js.DIRECT.GET.${EVENTS}.${OWN_FACT}`, "", FOREIGN_FACT)).toBe(true);
    await owner.publish(fact());
    await eventually(() => expect(applied).toHaveLength(2));
    await owner.stop();
  });

  it("BUS-09 neither lists, reads, empties nor deletes the streams, with any request and any redirected answer", async () => {
    const generation = notification.generation();
    const stored = await countFacts(nats);
    expect(stored).toBeGreaterThan(0);
    for (const api of ["$JS.API", `${NAMESPACE}.js`]) {
      for (const verb of ["STREAM.LIST", ...["DELETE", "PURGE", "MSG.GET", "MSG.DELETE"].map((what) => `STREAM.${what}.${EVENTS}`)])
        expect([verb, await isRefused(`${api}.${verb}`, {})]).toEqual([verb, true]);
      expect(await isRefused(`${api}.CONSUMER.CREATE.${EVENTS}.ear.${FOREIGN_FACT}`, {})).toBe(true);
      expect(await isRefused(`${api}.CONSUMER.DELETE.${EVENTS}.notification__message_sent`, {})).toBe(true);
    }
    const create = `${NAMESPACE}.js.CONSUMER.CREATE.${EVENTS}.${OWN_GROUP}.${OWN_SUBJECT}`;
    const ask = async (config: object) => {
      const named = { durable_name: OWN_GROUP, name: OWN_GROUP, ack_policy: "explicit", filter_subject: OWN_SUBJECT, ...config };
      const reply = await thief.request(create, JSON.stringify({ stream_name: EVENTS, config: named }), { timeout: 2_000 });
      return (reply.json() as { error?: { description: string } }).error?.description ?? "made";
    };
    expect(await ask({ filter_subject: `${NAMESPACE}.evt.>` })).not.toBe("made");
    expect(await ask({ filter_subject: undefined, filter_subjects: [FOREIGN_FACT] })).not.toBe("made");
    expect(await ask({})).toBe("made");
    await isRefused(OWN_FACT, {}, `$JS.API.STREAM.PURGE.${EVENTS}`);
    await isRefused(
      `${NAMESPACE}.js.CONSUMER.MSG.NEXT.${EVENTS}.${OWN_GROUP}`,
      { batch: 1, no_wait: true },
      `$JS.API.STREAM.DELETE.${EVENTS}`,
    );
    // Also redirects a reply to a request subject of another process: nats-server 2.9 panics where a wildcard renames that.
    for (const verb of ["INFO", "MSG.NEXT"])
      await isRefused(`${NAMESPACE}.js.STREAM.INFO.${EVENTS}`, "", `${NAMESPACE}.js.CONSUMER.${verb}.${EVENTS}.notification__message_sent`);
    await pause(300);
    expect(await countFacts(nats)).toBe(stored + 1);
    expect(notification.generation()).toBe(generation);
  });
});

/** Presents the key of a process to the account of the streams, as if it belonged there. */
function streamsAs(nats: SecuredNats, process: string): ConnectionOptions {
  const { authenticator: _other, ...rest } = nats.identityOf(process).connection;
  return { ...rest, user: "config", pass: "config" };
}

/** The number of stored events, as `config` sees it. */
async function countFacts(nats: SecuredNats): Promise<number> {
  const connection = await connect(nats.identityOf("config").streams ?? {});
  const manager = await connection.jetstreamManager();
  const { state } = await manager.streams.info(EVENTS);
  await connection.close();
  return state.messages;
}
