import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recoverDeliveries, retryDelivery, updateEndpoint } from "#libs/contracts/webhook.ts";
import type { EventEnvelope } from "#libs/events/event-stream.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { endpointStore } from "#services/webhook/data/endpoint.store.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Endpoint, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Receiver, startReceiver, withStatus } from "./receiver.ts";

const FAILURES = 3;
const PAUSE_SECONDS = 60;

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;
const told: EventEnvelope[] = [];

beforeAll(async () => {
  const config = { CONFIG_WEBHOOK_CIRCUIT_FAILURES: String(FAILURES), CONFIG_WEBHOOK_CIRCUIT_PAUSE_SECONDS: String(PAUSE_SECONDS) };
  webhooks = await startWebhooks({ config });
  for (const event of ["webhook.endpoint_failing", "webhook.endpoint_disabled"]) {
    await webhooks.runtime.stream.subscribe({ group: "test", event }, async (envelope) => void told.push(envelope));
  }
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  told.length = 0;
  receiver = await startReceiver();
  receiver.answer(withStatus(500));
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const stored = () => webhooks.runtime.database("webhook").collection("webhook_deliveries");
const aboutThis = () => told.filter(({ payload }) => (payload as { endpointId: string }).endpointId === endpoint.id);

/** Waits until no attempt is under way, and so many were made in all. */
function untilTried(attempts: number): Promise<void> {
  return eventually(async () => {
    expect(receiver.received).toHaveLength(attempts);
    expect(await stored().countDocuments({ endpointId: endpoint.id, leaseId: { $ne: null } })).toBe(0);
  });
}

async function passes(milliseconds: number): Promise<void> {
  webhooks.runtime.clock.advance(milliseconds);
  await webhooks.sweep();
}

describe("WHK-20 an endpoint that keeps failing", () => {
  it("WHK-20 its administrator is warned half way; after the whole time it is switched off, and other endpoints are told", async () => {
    const other = await startReceiver();
    await webhooks.newEndpoint(other.url, ["endpoint.disabled"]);
    await webhooks.publishTopUp();
    await untilTried(1);
    const { failingSince } = await webhooks.endpoint(endpoint.id);
    expect(failingSince).not.toBeNull();
    await passes(59 * HOUR);
    await untilTried(2);
    expect(aboutThis()).toEqual([]);
    await passes(2 * HOUR);
    await untilTried(3);
    await eventually(() => expect(aboutThis()).toHaveLength(1));
    const shared = { endpointId: endpoint.id, createdBy: webhooks.admin.userId };
    const disabledFrom = new Date(Date.parse(String(failingSince)) + 120 * HOUR).toISOString();
    expect(aboutThis()[0]).toMatchObject({ event: "webhook.endpoint_failing", payload: { ...shared, failingSince, disabledFrom } });
    await passes(40 * HOUR);
    await untilTried(4);
    expect((await webhooks.endpoint(endpoint.id)).enabled).toBe(true);
    await passes(20 * HOUR);
    await untilTried(5);
    await eventually(() => expect(aboutThis()).toHaveLength(2));
    expect(aboutThis()[1]).toMatchObject({ event: "webhook.endpoint_disabled", payload: { ...shared, reason: "FAILING" } });
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: false, disabledReason: "FAILING" });
    const act = { actor: "system", action: "webhook.disableEndpoint", details: { reason: "FAILING" } };
    const lines = webhooks.runtime.database("webhook").collection("audit_log").find({ target: endpoint.id, actor: "system" });
    expect(await lines.toArray()).toMatchObject([act]);
    await webhooks.untilDelivery(endpoint.id, ({ status, failureReason }) => status === "FAILED" && failureReason === "ENDPOINT_DISABLED");
    await eventually(() => expect(other.received).toHaveLength(1));
    const { data } = JSON.parse(other.received[0]?.body ?? "{}") as { data: object };
    expect(data).toEqual({ endpointId: endpoint.id, reason: "FAILING", disabledAt: expect.any(String) });
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: true });
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await other.stop();
  });

  it("WHK-20 one success and the time begins anew", async () => {
    await webhooks.publishTopUp();
    await untilTried(1);
    await passes(59 * HOUR);
    await untilTried(2);
    receiver.answer(withStatus(204));
    await passes(HOUR);
    await untilTried(3);
    await eventually(async () => expect((await webhooks.endpoint(endpoint.id)).failingSince).toBeNull());
    receiver.answer(withStatus(500));
    await passes(70 * HOUR);
    await webhooks.publishTopUp();
    await untilTried(4);
    expect([aboutThis(), (await webhooks.endpoint(endpoint.id)).enabled]).toEqual([[], true]);
  });

  it("WHK-20 failures of a former address do not count for the next one", async () => {
    await webhooks.publishTopUp();
    await untilTried(1);
    expect((await webhooks.endpoint(endpoint.id)).failingSince).not.toBeNull();
    const moved = await webhooks.admin.call(updateEndpoint, { id: endpoint.id, url: `${receiver.url}?moved` });
    expect(moved).toMatchObject({ enabled: true, failingSince: null });
  });

  it("WHK-18 WHK-20 the owner of an endpoint that answers 410 is told, too", async () => {
    receiver.answer(withStatus(410));
    await webhooks.publishTopUp();
    await eventually(() => expect(aboutThis()).toMatchObject([{ event: "webhook.endpoint_disabled", payload: { reason: "GONE" } }]));
  });
});

describe("an endpoint that fails again and again gets a pause", () => {
  it("WHK-14 what waits does not use up its attempts; one attempt ends the pause or begins the next", async () => {
    await Promise.all(Array.from({ length: FAILURES }, () => webhooks.publishTopUp()));
    await untilTried(FAILURES);
    await Promise.all(Array.from({ length: 4 }, () => webhooks.publishTopUp()));
    await eventually(async () => expect(await webhooks.deliveries(endpoint.id)).toHaveLength(FAILURES + 4));
    await passes(10 * SECOND);
    await passes(10 * SECOND);
    expect(receiver.received).toHaveLength(FAILURES);
    await passes(PAUSE_SECONDS * SECOND);
    await untilTried(FAILURES + 1);
    await passes(10 * SECOND);
    expect(receiver.received).toHaveLength(FAILURES + 1);
    receiver.answer(withStatus(204));
    await passes(PAUSE_SECONDS * SECOND);
    await eventually(async () => {
      expect((await webhooks.deliveries(endpoint.id)).map(({ status }) => status)).toEqual(Array(FAILURES + 4).fill("SUCCEEDED"));
    });
    expect(receiver.received).toHaveLength(FAILURES + 1 + FAILURES + 4);
  });

  it("WHK-14 of several processes one makes the attempt that ends a pause", async () => {
    const { id: _id } = endpoint;
    const pausedUntil = webhooks.runtime.clock.now();
    const connection = webhooks.runtime.database("webhook");
    await connection.collection<{ _id: string }>("webhook_endpoints").updateOne({ _id }, { $set: { pausedUntil } });
    const store = endpointStore(connection);
    const taken = await Promise.all(
      [1, 2, 3, 4, 5].map((hours) => store.takeProbe({ _id, pausedUntil }, new Date(pausedUntil.getTime() + hours * HOUR))),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("WHK-24 whoever asks for deliveries to be sent again ends the pause", async () => {
    await Promise.all(Array.from({ length: FAILURES }, () => webhooks.publishTopUp()));
    await untilTried(FAILURES);
    const { id } = endpoint;
    const [one] = await webhooks.deliveries(id);
    await webhooks.admin.call(retryDelivery, { id, deliveryId: one?.id ?? "" });
    await untilTried(FAILURES + 1);
    receiver.answer(withStatus(204));
    await webhooks.admin.call(recoverDeliveries, { id, since: new Date(0).toISOString() });
    await passes(10 * SECOND);
    await eventually(async () => {
      expect((await webhooks.deliveries(id)).map(({ status }) => status)).toEqual(Array(FAILURES).fill("SUCCEEDED"));
    });
  });
});
