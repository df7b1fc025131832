import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recoverDeliveries, retryDelivery, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { DAY, HOUR, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { endpointStore } from "#services/webhook/data/endpoint.store.ts";
import { eventually } from "../support/eventually.ts";
import { type Endpoint, STAFF, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Receiver, startReceiver, withStatus } from "./receiver.ts";

const FAILURES = 3;
const PAUSE_SECONDS = 60;

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;
const published: EventEnvelope[] = [];

beforeAll(async () => {
  const config = { CONFIG_WEBHOOK_CIRCUIT_FAILURES: String(FAILURES), CONFIG_WEBHOOK_CIRCUIT_PAUSE_SECONDS: String(PAUSE_SECONDS) };
  webhooks = await startWebhooks({ config });
  for (const event of ["webhook.endpoint_failing", "webhook.endpoint_disabled"]) {
    await webhooks.runtime.stream.subscribe({ group: "test", event }, async (envelope) => void published.push(envelope));
  }
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  published.length = 0;
  receiver = await startReceiver();
  receiver.answer(withStatus(500));
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const stored = () => webhooks.runtime.database("webhook").connection.collection("webhook_deliveries");
const eventsOfEndpoint = () => published.filter(({ payload }) => (payload as { endpointId: string }).endpointId === endpoint.id);

/** Waits until this many attempts were made in all and none is in flight. */
function untilAttempts(attempts: number): Promise<void> {
  return eventually(async () => {
    expect(receiver.received).toHaveLength(attempts);
    expect(await stored().countDocuments({ endpointId: endpoint.id, leaseId: { $ne: null } })).toBe(0);
  });
}

/** Advances the clock and starts the attempts that are due. */
async function advance(milliseconds: number): Promise<void> {
  webhooks.runtime.clock.advance(milliseconds);
  await webhooks.sweep();
}

describe("WHK-20 an endpoint that keeps failing", () => {
  it("WHK-20 a failing endpoint warns its administrator half way, and is disabled after the whole time; other endpoints get the event", async () => {
    const other = await startReceiver();
    await webhooks.newEndpoint(other.url, ["endpoint.disabled"]);
    await webhooks.publishTopUp();
    await untilAttempts(1);
    const { failingSince } = await webhooks.endpoint(endpoint.id);
    expect(failingSince).not.toBeNull();
    await advance(59 * HOUR);
    await untilAttempts(2);
    expect(eventsOfEndpoint()).toEqual([]);
    await advance(2 * HOUR);
    await untilAttempts(3);
    await eventually(() => expect(eventsOfEndpoint()).toHaveLength(1));
    const shared = { endpointId: endpoint.id, createdBy: webhooks.admin.userId, userIds: STAFF };
    const disabledFrom = new Date(Date.parse(String(failingSince)) + 120 * HOUR).toISOString();
    expect(eventsOfEndpoint()[0]).toMatchObject({ event: "webhook.endpoint_failing", payload: { ...shared, failingSince, disabledFrom } });
    await advance(40 * HOUR);
    await untilAttempts(4);
    expect((await webhooks.endpoint(endpoint.id)).enabled).toBe(true);
    await advance(20 * HOUR);
    await untilAttempts(5);
    await eventually(() => expect(eventsOfEndpoint()).toHaveLength(2));
    expect(eventsOfEndpoint()[1]).toMatchObject({ event: "webhook.endpoint_disabled", payload: { ...shared, reason: "FAILING" } });
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: false, disabledReason: "FAILING" });
    const line = { actor: "system", action: "webhook.disableEndpoint", details: { reason: "FAILING" } };
    const lines = webhooks.runtime.database("webhook").connection.collection("audit_log").find({ target: endpoint.id, actor: "system" });
    expect(await lines.toArray()).toMatchObject([line]);
    await webhooks.untilDelivery(endpoint.id, ({ status, failureReason }) => status === "FAILED" && failureReason === "ENDPOINT_DISABLED");
    await eventually(() => expect(other.received).toHaveLength(1));
    const { data } = JSON.parse(other.received[0]?.body ?? "{}") as { data: object };
    expect(data).toEqual({ endpointId: endpoint.id, reason: "FAILING", disabledAt: expect.any(String) });
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: true });
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await other.stop();
  });

  it("WHK-20 a failing endpoint starts its time anew after one success", async () => {
    await webhooks.publishTopUp();
    await untilAttempts(1);
    await advance(59 * HOUR);
    await untilAttempts(2);
    receiver.answer(withStatus(204));
    await advance(HOUR);
    await untilAttempts(3);
    await eventually(async () => expect((await webhooks.endpoint(endpoint.id)).failingSince).toBeNull());
    receiver.answer(withStatus(500));
    await advance(70 * HOUR);
    await webhooks.publishTopUp();
    await untilAttempts(4);
    expect([eventsOfEndpoint(), (await webhooks.endpoint(endpoint.id)).enabled]).toEqual([[], true]);
  });

  it("KSW-12 the time in which webhooks are switched off does not count as failing", async () => {
    const switchOff = (active: boolean) =>
      webhooks.runtime.config.update({ revision: uuid(), values: [], flags: [], killSwitches: [{ system: "WEBHOOKS", active }] });
    await webhooks.publishTopUp();
    await untilAttempts(1);
    expect((await webhooks.endpoint(endpoint.id)).failingSince).not.toBeNull();
    switchOff(true);
    await advance(HOUR);
    expect((await webhooks.endpoint(endpoint.id)).failingSince).toBeNull();
    await advance(200 * HOUR);
    const on = webhooks.runtime.clock.now().getTime();
    switchOff(false);
    await webhooks.sweep();
    await untilAttempts(2);
    expect(eventsOfEndpoint()).toEqual([]);
    const { enabled, failingSince } = await webhooks.endpoint(endpoint.id);
    expect([enabled, Date.parse(String(failingSince)) >= on]).toEqual([true, true]);
    await advance(61 * HOUR);
    await untilAttempts(3);
    await eventually(() => expect(eventsOfEndpoint()).toMatchObject([{ event: "webhook.endpoint_failing" }]));
  });

  it("WHK-20 a failing endpoint has no failures after a change of its URL", async () => {
    await webhooks.publishTopUp();
    await untilAttempts(1);
    expect((await webhooks.endpoint(endpoint.id)).failingSince).not.toBeNull();
    const moved = await webhooks.admin.call(updateEndpoint, { id: endpoint.id, url: `${receiver.url}?moved` });
    expect(moved).toMatchObject({ enabled: true, failingSince: null });
  });

  it("WHK-18 WHK-20 an endpoint that answers 410 also notifies its administrator", async () => {
    receiver.answer(withStatus(410));
    await webhooks.publishTopUp();
    await eventually(() => expect(eventsOfEndpoint()).toMatchObject([{ event: "webhook.endpoint_disabled", payload: { reason: "GONE" } }]));
  });
});

describe("the pause of an endpoint after repeated failures", () => {
  it("WHK-14 the pause of a failing endpoint costs pending deliveries no attempts; one probe ends it or begins the next one", async () => {
    await Promise.all(Array.from({ length: FAILURES }, () => webhooks.publishTopUp()));
    await untilAttempts(FAILURES);
    await Promise.all(Array.from({ length: 4 }, () => webhooks.publishTopUp()));
    await eventually(async () => expect(await webhooks.deliveries(endpoint.id)).toHaveLength(FAILURES + 4));
    await advance(10 * SECOND);
    await advance(10 * SECOND);
    expect(receiver.received).toHaveLength(FAILURES);
    await advance(PAUSE_SECONDS * SECOND);
    await untilAttempts(FAILURES + 1);
    await advance(10 * SECOND);
    expect(receiver.received).toHaveLength(FAILURES + 1);
    receiver.answer(withStatus(204));
    await advance(PAUSE_SECONDS * SECOND);
    await eventually(async () => {
      expect((await webhooks.deliveries(endpoint.id)).map(({ status }) => status)).toEqual(Array(FAILURES + 4).fill("SUCCEEDED"));
    });
    expect(receiver.received).toHaveLength(FAILURES + 1 + FAILURES + 4);
  });

  it("WHK-14 the pause of a failing endpoint is ended by the probe of one of several processes", async () => {
    const { id: _id } = endpoint;
    const pausedUntil = webhooks.runtime.clock.now();
    const connection = webhooks.runtime.database("webhook").connection;
    await connection.collection<{ _id: string }>("webhook_endpoints").updateOne({ _id }, { $set: { pausedUntil } });
    const store = endpointStore(webhooks.runtime.database("webhook"));
    const claims = await Promise.all(
      [1, 2, 3, 4, 5].map((hours) => store.claimProbe({ _id, pausedUntil }, new Date(pausedUntil.getTime() + hours * HOUR))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ["a second", SECOND],
    ["an hour", HOUR],
    ["a day", DAY],
  ])("E20 the pause of a failing endpoint ends on time after a clock that was fast by %s was set right", async (_jump, jumpMs) => {
    webhooks.runtime.clock.advance(jumpMs);
    await Promise.all(Array.from({ length: FAILURES }, () => webhooks.publishTopUp()));
    await untilAttempts(FAILURES);
    await stored().updateMany({ endpointId: endpoint.id }, { $set: { dueAt: new Date(0) } });
    receiver.answer(withStatus(204));
    webhooks.runtime.clock.advance(-jumpMs);
    await advance((PAUSE_SECONDS + 2) * SECOND);
    await eventually(async () => {
      expect((await webhooks.deliveries(endpoint.id)).map(({ status }) => status)).toEqual(Array(FAILURES).fill("SUCCEEDED"));
    });
  });

  it("WHK-24 the pause of a failing endpoint ends when an administrator retries or recovers deliveries", async () => {
    await Promise.all(Array.from({ length: FAILURES }, () => webhooks.publishTopUp()));
    await untilAttempts(FAILURES);
    const { id } = endpoint;
    const [delivery] = await webhooks.deliveries(id);
    await webhooks.admin.call(retryDelivery, { id, deliveryId: delivery?.id ?? "" });
    await untilAttempts(FAILURES + 1);
    receiver.answer(withStatus(204));
    await webhooks.admin.call(recoverDeliveries, { id, since: new Date(0).toISOString() });
    await advance(10 * SECOND);
    await eventually(async () => {
      expect((await webhooks.deliveries(id)).map(({ status }) => status)).toEqual(Array(FAILURES).fill("SUCCEEDED"));
    });
  });
});
