import { get, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Context, ServiceBroker } from "moleculer";
import { connect, type NatsConnection } from "nats";
import type { JsonSchema } from "#libs/contract-kit/json-schema.ts";
import { allEvents } from "#libs/contracts/index.ts";
import { type FactMessage, publicFacts } from "#libs/contracts/public-facts.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { streamNames } from "#libs/platform/events/jetstream-streams.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { asyncApiErrors, schemaErrors } from "../support/asyncapi-errors.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { LOOPBACK } from "../webhook/fixture.ts";
import { type Receiver, startReceiver } from "../webhook/receiver.ts";

interface AsyncApiDocument {
  readonly asyncapi: string;
  readonly channels: Readonly<Record<string, { readonly address: string }>>;
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly payload: JsonSchema; readonly examples: readonly { readonly payload: object }[] }>
    >;
  };
}

type Heard = Context<Record<string, unknown>, { fact: Omit<FactMessage, "data"> }>;

/** Gets a page over a new connection: the checks before it take so long that the server closes those that are open. */
function getAnew(url: string): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; page: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      text(response).then((page) => resolve({ status: response.statusCode, headers: response.headers, page }), reject);
    });
    request.on("error", reject);
  });
}

/** The whole system on a bus without access control, and a foreign Moleculer service that knows URL and namespace only. */
describe("public facts", () => {
  const events: FactMessage[] = [];
  let nats: NatsServer;
  let system: TestSystem;
  let receiver: Receiver;
  let outside: ServiceBroker;
  let reader: NatsConnection;

  beforeAll(async () => {
    nats = await startNatsServer();
    const namespace = `facts${uuid().slice(-8)}`;
    system = await startTestSystem({ natsServers: [nats.url], namespace, configOverrides: new Map([LOOPBACK]) });
    receiver = await startReceiver();
    reader = await connect({ servers: nats.url });
    const transporter = { type: "NATS", options: { url: nats.url } } as const;
    outside = new ServiceBroker({ namespace, nodeID: "outside", transporter, logger: false, skipProcessEventRegistration: true });
    const hear = ({ params, meta }: Heard) => void events.push({ ...meta.fact, data: params });
    outside.createService({ name: "outside", events: { "message.sent": hear, "creator.vacation": hear } });
    await outside.start();
  });
  afterAll(async () => {
    await Promise.all([outside.stop(), reader.close(), receiver.stop()]);
    await system.stop();
    await nats.dispose();
  });

  /** The stored public facts of a type. */
  const stored = async (type: string): Promise<FactMessage[]> => {
    const { facts, factSubject } = streamNames(system.runtime.env.namespace);
    const manager = await reader.jetstreamManager();
    const { state } = await manager.streams.info(facts);
    const all = Array.from({ length: state.last_seq }, (_, index) => manager.streams.getMessage(facts, { seq: index + 1 }));
    return (await Promise.all(all)).filter(({ subject }) => subject === factSubject(type)).map((message) => message.json<FactMessage>());
  };
  const eventsOf = (type: string) => events.filter((event) => event.type === type);

  it("SUB-05 a vacation has a rising version and the time of its change, alike in webhook, stream and event", async () => {
    const creator = await system.newCreator();
    const browser = await openAdminBrowser(system, await system.admin());
    await browser.send("POST", "/admin/webhooks", { url: receiver.url, kinds: ["creator.vacation"] });
    const set = (enabled: boolean) => creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, { enabled });
    // Repeats until the new node's events are known, because earlier events do not reach it.
    await eventually(async () => {
      await set(true);
      await eventually(() => expect(eventsOf("creator.vacation")).not.toEqual([]), 1_000);
    });
    await set(false);
    const last = await eventually(() => {
      const [found] = eventsOf("creator.vacation").filter(({ data }) => data.enabled === false);
      if (!found) throw new Error("not heard");
      return found;
    });
    const first = eventsOf("creator.vacation")[0] as FactMessage;
    expect(Number(last.data.version)).toBeGreaterThan(Number(first.data.version));
    expect(Date.parse(String(last.data.changedAt))).toBeGreaterThanOrEqual(Date.parse(String(first.data.changedAt)));
    expect(last).toMatchObject({
      apiVersion: "1.0",
      kind: "creator.vacation",
      data: { creatorId: creator.creatorId, creatorStatus: "ACTIVE" },
    });
    for (const fact of [first, last]) {
      expect(await stored("creator.vacation")).toContainEqual(fact);
      await eventually(() => expect(receiver.received.map(({ body }) => JSON.parse(body))).toContainEqual(fact));
    }
  });

  it("SUB-04 the document is valid AsyncAPI 3.0.0, has the public facts and no others, and examples that fit", async () => {
    const reply = await system.send("GET", "/asyncapi.json");
    const document = reply.body as unknown as AsyncApiDocument;
    expect([reply.status, document.asyncapi]).toEqual([200, "3.0.0"]);
    expect(asyncApiErrors(document)).toEqual([]);
    const types = allEvents.flatMap(({ name, public: outside }) => (outside ? [outside.type ?? name] : []));
    expect(types).toEqual(expect.arrayContaining(["message.sent", "creator.vacation", "endpoint.disabled"]));
    expect(Object.keys(document.channels).sort()).toEqual(types.sort());
    expect(document.channels["message.sent"]?.address).toBe(`${system.runtime.env.namespace}.facts.message.sent`);
    for (const [type, { payload, examples }] of Object.entries(document.components.messages)) {
      expect([type, examples.length, schemaErrors(payload, examples[0]?.payload)]).toEqual([type, 1, []]);
      expect(schemaErrors(payload, { ...examples[0]?.payload, data: {} })).not.toEqual([]);
    }
    expect(JSON.stringify(document)).not.toMatch(/senderName|displayName|admin\.acted|config\.changed/);
    for (const fact of events) expect(schemaErrors(document.components.messages[fact.type]?.payload, fact)).toEqual([]);
  });

  it("SUB-04 the page has promise, order, replay, evolution and every fact, and runs no script", async () => {
    const { status, headers, page } = await getAnew(`${system.base}/api/v1/docs/events`);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).not.toContain("script-src");
    expect(page).not.toMatch(/<script|javascript:|\son\w+=/i);
    for (const heading of ["Order", "Replay", "Evolution", "At most once", "At least once", ...publicFacts.map(({ type }) => type)])
      expect(page).toContain(heading);
    for (const { name, public: outside } of allEvents) if (!outside) expect(page).not.toContain(name);
  });

  it("SUB-01 a sent message becomes an event with its published fields, and without internal ones", async () => {
    const [fan, creator] = await Promise.all([system.newFan("5.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "canary of a fact" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    await eventually(() => expect(eventsOf("message.sent")).toHaveLength(1));
    expect(eventsOf("message.sent")).toEqual(await stored("message.sent"));
    const [fact] = eventsOf("message.sent");
    expect(fact?.data).toMatchObject({ messageId, senderId: fan.userId, receiverId: creator.userId, price: "5.00", status: "ESCROWED" });
    expect(JSON.stringify(fact)).not.toMatch(/canary|Finn|senderName/);
  });
});
