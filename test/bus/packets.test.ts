import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import { headers } from "nats";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import type { Roster } from "#libs/platform/bus/key-files.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { type Forger, forgerOn, packetOf } from "./hand-made-packets.ts";

const NAMESPACE = "packets";
const P = `MOL-${NAMESPACE}`;
const ROSTER: Roster = {
  namespace: NAMESPACE,
  hosts: { account: "account", messaging: "messaging", content: "content" },
  calls: { "*": ["account.getName", "account.sleep"] },
  operatorCalls: [],
  server: { folder: "", store: "" },
  keys: { processes: {}, operators: {}, streams: [], facts: [], subscribers: {} },
};

// The server accepts every client here, so the receiver itself must refuse.
describe("a receiver compares each packet with its subject", () => {
  const ran: string[] = [];
  const heard: string[] = [];
  const dropped: string[] = [];
  let nats: NatsServer;
  let account: ServiceBroker;
  let messaging: ServiceBroker;
  let forger: Forger;

  const start = async (process: string, schema: ServiceSchema): Promise<ServiceBroker> => {
    const identity = { ...claimedIdentity(process, [nats.url]), roster: ROSTER };
    const onRefused = (reason: string) => void dropped.push(`${process}: ${reason}`);
    const options = networkOptions(NAMESPACE, identity, { onRefused, onForbidden: () => undefined, onAvailable: () => undefined });
    const broker = new ServiceBroker({ ...options, logger: false, skipProcessEventRegistration: true });
    broker.createService(schema);
    await broker.start();
    return broker;
  };

  beforeAll(async () => {
    nats = await startNatsServer();
    const actions = {
      getName: () => ran.push("getName"),
      eraseUser: () => ran.push("eraseUser"),
      sleep: () => new Promise(() => undefined),
    };
    const events = { "hint.news": () => void heard.push("hint.news"), "hint.other": () => void heard.push("hint.other") };
    [account, messaging] = await Promise.all([
      start("account", { name: "account", actions }),
      start("messaging", { name: "messaging", events }),
    ]);
    await messaging.waitForServices("account");
    forger = await forgerOn(nats.url);
  });
  beforeEach(() => {
    for (const list of [ran, heard, dropped]) list.length = 0;
  });
  afterAll(async () => {
    await forger.connection.close();
    await Promise.all([account, messaging].map((broker) => broker.stop()));
    await nats.dispose();
  });

  const calls = () => messaging.call<unknown, object>("account.getName", {});

  it("BUS-04 drops an action that is not the one in the subject, balanced and to one node", async () => {
    const smuggled = packetOf("content.0000000000c1", { action: "account.eraseUser" });
    await forger.publish(`${P}.REQB.account.getName.from.content`, smuggled);
    await eventually(() => expect(dropped).toEqual(["account: action"]));
    await forger.publish(`${P}.REQ.${account.nodeID}.account.getName.from.content`, smuggled);
    await eventually(() => expect(dropped).toEqual(["account: action", "account: action"]));
    await forger.publish(`${P}.REQB.account.getName.from.content`, packetOf("content.0000000000c1", { action: "account.getName" }));
    await eventually(() => expect(ran).toEqual(["getName"]));
  });

  it("BUS-04 drops an event that is not the one in the subject, to one node and to a group", async () => {
    const smuggled = packetOf("content.0000000000c1", { event: "hint.other", groups: ["messaging"] });
    await forger.publish(`${P}.EVENT.${messaging.nodeID}.hint.news.from.content`, smuggled);
    await forger.publish(`${P}.EVENTB.messaging.hint.news.from.content`, smuggled);
    await eventually(() => expect(dropped).toEqual(["messaging: event", "messaging: event"]));
    await account.broadcast("hint.news", {});
    await account.emit("hint.news", {});
    await eventually(() => expect(heard).toEqual(["hint.news", "hint.news"]));
  });

  it("BUS-05 drops a sender that is not the process in the subject, also one whose name begins alike", async () => {
    const subject = `${P}.REQB.account.getName.from.content`;
    const hex = "0000000000c1";
    const foreign = ["messaging.0000000000a1", `content2.${hex}`, "content", 7];
    const misshapen = ["content.c1", "content.*", "content.>", `content.${hex} `, `content.${hex}\n`, `content.${hex}.more`];
    for (const sender of [...foreign, ...misshapen]) {
      dropped.length = 0;
      await forger.publish(subject, packetOf("", { sender, action: "account.getName" }));
      await eventually(() => expect(dropped).toEqual(["account: sender"]));
    }
    expect(ran).toEqual([]);
  });

  it("BUS-05 runs no NATS command from the id of a sender, however the request is answered", async () => {
    const said: string[] = [];
    forger.connection.subscribe(`${P}.PONG.content.said.>`, { callback: (_error, { subject }) => void said.push(subject) });
    const sender = (kind: string) =>
      `content.0000000000c1 0\r\n\r\nPUB ${P}.PONG.content.said.${kind}.from.account 2\r\n{}\r\nPUB ${P}.PONG.content.rest`;
    await forger.publish(`${P}.DISCOVER.from.content`, packetOf(sender("discover")));
    await forger.publish(`${P}.HEARTBEAT.from.content`, packetOf(sender("heartbeat"), { cpu: 1 }));
    await forger.publish(`${P}.PING.${account.nodeID}.from.content`, packetOf(sender("ping"), { time: 1 }));
    await forger.publish(`${P}.REQB.account.getName.from.content`, packetOf(sender("call"), { action: "account.getName" }));
    await eventually(() => expect(dropped.filter((each) => each === "account: sender")).toHaveLength(4));
    expect(dropped.filter((each) => !each.endsWith(": sender"))).toEqual([]);
    await calls();
    await forger.connection.flush();
    expect([said, ran]).toEqual([[], ["getName"]]);
  });

  it("BUS-05 publishes on no subject with white space, control characters or wildcards, and a call with one ends at once", async () => {
    const { tx } = messaging.transit as unknown as { tx: { send(topic: string, data: Buffer, meta?: object): Promise<void> } };
    const wild = [" ", "\r\n", "\t", "\0", "\u2028", ".*", ".>"].map((part) => `${P}.PONG.content${part}`);
    for (const subject of wild) await tx.send(subject, Buffer.from("{}"));
    expect(dropped).toEqual(wild.map(() => "messaging: publish"));
    for (const payload of [
      { id: "1 0\r\n\r\nPING", action: "account.getName" },
      { id: "1", action: "account.getName" },
    ]) {
      const topic = payload.id === "1" ? `${P}.REQB.account.getName\r\n` : `${P}.REQB.account.getName`;
      const call = tx.send(topic, Buffer.from("{}"), { packet: { type: "REQ", payload }, balanced: true });
      await expect(call).rejects.toThrow("subject is not plain");
    }
    expect(ran).toEqual([]);
  });

  it("BUS-05 drops an answer of a process that does not host what was asked, although it knows the id of the call", async () => {
    const { pendingRequests } = messaging.transit as unknown as { pendingRequests: Map<string, unknown> };
    const call = messaging.call<string, object>("account.sleep", {}, { timeout: 3_000 }).catch((error: Error) => error.name);
    const id = await eventually(() => {
      const [first] = pendingRequests.keys();
      if (first === undefined) throw new Error("the call is not under way");
      return first;
    });
    await forger.publish(
      `${P}.RES.${messaging.nodeID}.from.content`,
      packetOf("content.0000000000c1", { id, success: true, data: "forged" }),
    );
    await eventually(() => expect(dropped).toEqual(["messaging: answer"]));
    await forger.publish(
      `${P}.RES.${messaging.nodeID}.from.account`,
      packetOf("account.0000000000a9", { id, success: true, data: "true" }),
    );
    expect(await call).toBe("true");
  });

  it("BUS-07 drops DISCONNECT and INFO in the name of another process, and calls go on", async () => {
    await forger.publish(`${P}.DISCONNECT.from.content`, packetOf(account.nodeID));
    await forger.publish(`${P}.INFO.from.content`, packetOf(account.nodeID, { services: [], config: {}, client: {}, ipList: [], seq: 9 }));
    await eventually(() =>
      expect([...dropped].sort()).toEqual(["account: sender", "account: sender", "messaging: sender", "messaging: sender"]),
    );
    await calls();
    expect(ran).toEqual(["getName"]);
  });

  it("BUS-07 a receiver does not end when its own process sends packets for the receiver's node", async () => {
    const info = packetOf(account.nodeID, { services: [], config: {}, client: {}, ipList: [], seq: 9, instanceID: "another" });
    await forger.publish(`${P}.INFO.${account.nodeID}.from.account`, info);
    await eventually(() => expect(dropped).toEqual(["account: info"]));
    await calls();
    expect(ran).toEqual(["getName"]);
  });

  it("BUS-07 drops registrations that no honest node sends, such as a name that becomes an endless regular expression", async () => {
    const content = "content.0000000000c7";
    const service = { name: "content", fullName: "content", actions: {}, events: {} };
    const info = (services: unknown) => packetOf(content, { services, config: {}, client: {}, ipList: [], seq: 1, instanceID: "i" });
    const tell = (services: unknown) => forger.publish(`${P}.INFO.${account.nodeID}.from.content`, info(services));
    const endless = `${"**".repeat(28)}!`;
    const untrue = [
      ...[endless, "hint.*", "hint.new?", "x".repeat(129), "a b", "__proto__"].map((name) => {
        return { ...service, events: JSON.parse(`{${JSON.stringify(name)}: {}}`) };
      }),
      { ...service, events: { "hint.news": { name: "hint.news", group: "messaging.hint.news 0\r\n" } } },
      { ...service, events: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`e${index}`, { name: `e${index}` }])) },
      { ...service, events: { "hint.news": 7 } },
      { ...service, actions: { "account.getName": { name: "account.getName" } } },
      { ...service, name: "account", actions: { "account.getName": { name: "account.getName" } } },
      { ...service, fullName: "account", actions: { "account.getName": { name: "account.getName" } } },
      { name: endless },
      { fullName: "content" },
      7,
    ];
    for (const each of untrue) {
      dropped.length = 0;
      await tell([service, each]);
      await eventually(() => expect([each, dropped]).toEqual([each, ["account: info"]]));
    }
    for (const services of [undefined, {}, "content", Array.from({ length: 1_001 }, () => service)]) await tell(services);
    await eventually(() => expect(dropped).toHaveLength(5));
    expect(account.registry.nodes.get(content)).toBeFalsy();
    // Moleculer would use the sent name of an event; the receiver uses the declared key instead.
    await tell([{ ...service, events: { "hint.other": { name: endless, group: "content" } } }]);
    await eventually(() => expect(account.registry.nodes.get(content)).toBeTruthy());
    await account.emit("hint.news", {});
    expect(dropped).toHaveLength(5);
  });

  it("BUS-07 takes only the names of actions from the registration of a node", async () => {
    const info = (actions: object, more: object = {}) => ({
      ...{ services: [{ name: "content", settings: { x: 1 }, actions, events: {} }], seq: 1, instanceID: "i" },
      ...more,
    });
    const options = { fallback: () => 0, retryPolicy: { enabled: true }, timeout: 1, bulkhead: {}, circuitBreaker: {}, cache: true };
    const action = { name: "account.eraseUser", rawName: "x", ...options, fallback: "equals" };
    const hidden = { name: "content.hidden", visibility: "protected" };
    const told = info({ "content.list": action, "content.hidden": hidden }, { config: { a: 1 }, metadata: { b: 1 } });
    await forger.publish(`${P}.INFO.${messaging.nodeID}.from.content`, packetOf("content.0000000000c8", told));
    const services = await eventually(() => {
      const node = messaging.registry.nodes.get("content.0000000000c8");
      if (!node) throw new Error("the node is not known");
      return node.rawInfo?.services;
    });
    const actions = { "content.list": { name: "content.list", rawName: "list" } };
    expect(services).toEqual([{ name: "content", fullName: "content", settings: {}, metadata: {}, actions, events: {} }]);
    expect(dropped).toEqual([]);
  });

  it("BUS-05 drops data that is no packet, has a second sender in its subject, or carries NATS headers", async () => {
    const call = packetOf("content.0000000000c1", { action: "account.getName" });
    for (const text of ["", "nonsense", "{", "7"]) await forger.publish(`${P}.REQB.account.getName.from.content`, text);
    await eventually(() => expect(dropped).toEqual(Array.from({ length: 4 }, () => "account: malformed")));
    dropped.length = 0;
    for (const text of ["null", "[]"]) await forger.publish(`${P}.REQB.account.getName.from.content`, text);
    await eventually(() => expect(dropped).toEqual(["account: sender", "account: sender"]));
    dropped.length = 0;
    await forger.publish(`${P}.REQ.${account.nodeID}.account.getName.from.messaging.from.content`, call);
    const reflected = headers();
    reflected.set("Nats-Stream", "EVENTS");
    await forger.publish(`${P}.REQB.account.getName.from.content`, call, reflected);
    await eventually(() => expect(dropped).toEqual(["account: subject", "account: subject"]));
    expect(ran).toEqual([]);
  });

  const ofThief = { ver: "5", sender: "messaging.0000000000c1", params: {}, meta: {}, level: 1 };
  const noText = { toString: null };
  const nested = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;

  it.each([
    ["an id that cannot be written as text", { id: noText, action: "account.getName" }],
    ["an action that cannot be written as text", { id: "x", action: noText }],
    ["the id of a request that cannot be written as text", { id: "x", action: "account.getName", requestID: noText }],
    ["metadata that are no object", { id: "x", action: "account.getName", meta: "meta" }],
    ["a time limit beyond any", { id: "x", action: "account.getName", timeout: 9e99 }],
    ["a stream", { id: "x", action: "account.getName", stream: true, seq: 0 }],
  ])("BUS-04 a call with %s is dropped; the process goes on, and hears the others", async (_what, fields) => {
    await forger.publish(`${P}.REQB.account.getName.from.messaging`, JSON.stringify({ ...ofThief, ...fields }));
    await eventually(() => expect(dropped).toEqual(["account: malformed"]));
    await calls();
    expect(ran).toEqual(["getName"]);
  });

  it("BUS-04 a call whose metadata lie too deep within each other to be written in its answer is dropped", async () => {
    const call = JSON.stringify({ ...ofThief, id: "x", action: "account.getName", meta: { a: 0 } }).replace('"a":0', `"a":${nested}`);
    await forger.publish(`${P}.REQB.account.getName.from.messaging`, call);
    await eventually(() => expect(dropped).toEqual(["account: malformed"]));
    await calls();
  });

  it("BUS-05 an unrequested answer as a stream does not end the caller", async () => {
    const waiting = messaging.call<unknown, object>("account.sleep", {}, { timeout: 500 }).catch((error: Error) => error.name);
    const { pendingRequests } = messaging.transit as unknown as { pendingRequests: Map<string, unknown> };
    const id = await eventually(() => [...pendingRequests.keys()][0] ?? Promise.reject(new Error("no call")));
    const answer = { ver: "5", sender: "account.0000000000c1", id, meta: {} };
    const parts = [
      { stream: true, seq: 0, success: true },
      { stream: false, seq: 2, success: false, error: { name: "Error", message: "boom" } },
      { stream: true, seq: 1, data: "x", success: true },
    ];
    for (const part of parts) await forger.publish(`${P}.RES.${messaging.nodeID}.from.account`, JSON.stringify({ ...answer, ...part }));
    await eventually(() => expect(dropped).toEqual(Array.from({ length: 3 }, () => "messaging: malformed")));
    expect(await waiting).toBe("RequestTimeoutError");
  });
});
