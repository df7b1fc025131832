import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type Endpoint, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Answering, type Receiver, startReceiver, withStatus } from "./receiver.ts";

const TIMEOUT_MS = 1_000;
const EVENTS = 12;
const ENDPOINT_CONCURRENCY = 2;

const silent: Answering = () => undefined;
const dripping: Answering = (response) => {
  response.writeHead(500, { "content-length": "100000" });
  const timer = setInterval(() => response.write("x"), 100);
  response.once("close", () => clearInterval(timer));
};
const endless: Answering = (response) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on("drain", more);
  more();
};
const breakingOff: Answering = (response) => {
  response.writeHead(503, { "content-length": "1000" }).write("half");
  setTimeout(() => response.destroy(), 20);
};

let webhooks: WebhookFixture;
const receivers = new Map<string, Receiver>();
const endpoints = new Map<string, Endpoint>();

const behaviors: [string, Answering][] = [
  ["silent", silent],
  ["dripping", dripping],
  ["endless", endless],
  ["breaking off", breakingOff],
  ["redirecting", withStatus(302, { location: "/hook" })],
];

beforeAll(async () => {
  const config = { CONFIG_WEBHOOK_TIMEOUT_SECONDS: "1", CONFIG_WEBHOOK_ENDPOINT_CONCURRENCY: String(ENDPOINT_CONCURRENCY) };
  webhooks = await startWebhooks({ config });
  for (const [name, answering] of behaviors) {
    const receiver = await startReceiver();
    receiver.answer(answering);
    receivers.set(name, receiver);
    endpoints.set(name, await webhooks.newEndpoint(receiver.url));
  }
});

afterAll(async () => {
  await Promise.all([...receivers.values()].map((receiver) => receiver.stop()));
  await webhooks.stop();
});

describe("E24 receivers that misbehave", () => {
  it("E24 WHK-14 bad receivers do not delay a good receiver, because each endpoint has a concurrency limit of its own", async () => {
    const good = await startReceiver();
    const { id } = await webhooks.newEndpoint(good.url);
    const begin = performance.now();
    await Promise.all(Array.from({ length: EVENTS }, () => webhooks.publishTopUp()));
    await eventually(() => expect(good.received).toHaveLength(EVENTS));
    const rounds = Math.floor((performance.now() - begin) / TIMEOUT_MS) + 1;
    expect(receivers.get("silent")?.received.length).toBeLessThanOrEqual(ENDPOINT_CONCURRENCY * rounds);
    await eventually(async () => {
      expect((await webhooks.deliveries(id)).map(({ status }) => status)).toEqual(Array(EVENTS).fill("SUCCEEDED"));
    });
    await good.stop();
  });

  it.each([
    ["silent", null, "TIMEOUT"],
    ["dripping", 500, "HTTP_500"],
    ["endless", 200, null],
    ["breaking off", 503, "HTTP_503"],
    ["redirecting", 302, "HTTP_302"],
  ])("E24 attempts to bad receivers end in time and leave only their status: %s", async (name, status, error) => {
    const endpoint = endpoints.get(name) as Endpoint;
    const lines = async () => (await webhooks.deliveries(endpoint.id)).flatMap(({ log }) => log);
    // On a busy machine an attempt can time out before the first byte arrives. A later attempt then has the expected result.
    const expected = expect.objectContaining({ status, error });
    await eventually(async () => expect(await lines()).toContainEqual(expected));
    const stored = await webhooks.runtime
      .database("webhook")
      .connection.collection("webhook_deliveries")
      .findOne({ endpointId: endpoint.id });
    expect(JSON.stringify(stored)).not.toMatch(/half|xxx/);
  });
});
