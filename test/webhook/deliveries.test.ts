import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type Endpoint, isSignedWith, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Received, type Receiver, startReceiver, withStatus } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  webhooks = await startWebhooks();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const untilReceived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));
const last = () => receiver.received.at(-1) as Received;

/** Advances the clock and starts the attempts that are due. */
async function advance(milliseconds: number): Promise<void> {
  webhooks.runtime.clock.advance(milliseconds);
  await webhooks.sweep();
}

describe("spec 6.2: requests to a receiver", () => {
  it("WHK-12 WHK-13 deliveries sign the exact bytes of the body with the secret as text", async () => {
    const eventId = await webhooks.publishTopUp();
    await untilReceived(1);
    const { headers, body } = last();
    expect(headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
    expect(headers["x-webhook-signature"]).toBe(createHmac("sha256", endpoint.secret).update(body).digest("hex"));
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["x-webhook-id"]).toBe(eventId);
    const payload = JSON.parse(body) as Record<string, unknown>;
    expect(JSON.stringify(payload)).toBe(body);
    expect(payload).toEqual({
      id: eventId,
      kind: "wallet.topped_up",
      type: "wallet.topped_up",
      apiVersion: "1.0",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { topupId: expect.any(String), userId: expect.any(String), amount: "5.00", currency: "EUR" },
    });
  });

  it("WHK-23 deliveries contain only the kinds that the endpoint subscribes to, each event once", async () => {
    const other = await startReceiver();
    const both = await webhooks.newEndpoint(other.url, ["message.sent", "wallet.topped_up", "message.sent"]);
    expect(both.kinds).toEqual(["message.sent", "wallet.topped_up"]);
    const shared = { messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId: uuid(), dmType: "FREE", price: null } as const;
    const times = { expiresAt: new Date().toISOString(), sentAt: new Date().toISOString() };
    await webhooks.publish(messageSent, { ...shared, currency: "EUR", status: "DELIVERED", senderName: "Finn", ...times });
    await webhooks.publishTopUp();
    await eventually(() => expect(other.received).toHaveLength(2));
    await untilReceived(1);
    expect(JSON.parse(last().body)).toMatchObject({ kind: "wallet.topped_up" });
    const kinds = other.received.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);
    expect(kinds.sort()).toEqual(["message.sent", "wallet.topped_up"]);
    await other.stop();
  });

  it("WHK-14 WHK-22 deliveries are retried on schedule with the same id and body and a new timestamp, and fail after eight attempts", async () => {
    receiver.answer(withStatus(500));
    const eventId = await webhooks.publishTopUp();
    await untilReceived(1);
    const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    for (const [index, delay] of delays.entries()) {
      const pending = await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === index + 1);
      const due = Date.parse(String(pending.nextAttemptAt)) - webhooks.runtime.clock.now().getTime();
      expect([index, due > delay - 2 * SECOND, due <= delay]).toEqual([index, true, true]);
      await advance(delay - 3 * SECOND);
      expect(receiver.received).toHaveLength(index + 1);
      await advance(4 * SECOND);
      await untilReceived(index + 2);
    }
    const failed = await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "FAILED");
    expect(failed).toMatchObject({ attempts: 8, failureReason: "EXHAUSTED", nextAttemptAt: null, eventId });
    expect(failed.log.map(({ status, error }) => [status, error])).toEqual(Array.from({ length: 8 }, () => [500, "HTTP_500"]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-id"]))).toEqual(new Set([eventId]));
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-timestamp"])).size).toBe(8);
    expect(receiver.received.every((one) => isSignedWith(one, endpoint.secret))).toBe(true);
    await advance(2 * DAY);
    expect(receiver.received).toHaveLength(8);
  });

  it("OPS-07 deliveries are counted by result, and so are the pending events of the outbox", async () => {
    const { jobs, metrics } = webhooks.runtime;
    const counted = async (status: string) => {
      const match = new RegExp(`^webhook_deliveries_total\\{status="${status}"\\} (\\d+)`, "m").exec(await metrics.render());
      return Number(match?.[1] ?? 0);
    };
    const before = [await counted("succeeded"), await counted("retrying")];
    await webhooks.publishTopUp();
    await untilReceived(1);
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await eventually(async () => expect([await counted("succeeded"), await counted("retrying")]).toEqual(before.map((count) => count + 1)));
    await jobs.runNow("webhook.gauge-lag");
    expect(await metrics.render()).toMatch(/^webhook_lag_seconds \d/m);
    await jobs.runNow("webhook.gauges");
    expect(await metrics.render()).toMatch(/^outbox_pending\{service="webhook"\} \d+$/m);
  });

  it("KSW-12 deliveries wait while webhooks are switched off, without an alarm about them, and leave when they are on again", async () => {
    const { clock, config, jobs, metrics } = webhooks.runtime;
    const lag = async () => {
      await jobs.runNow("webhook.gauge-lag");
      return (await metrics.samplesOf("webhook_lag_seconds"))?.[0]?.value;
    };
    const switchOff = (active: boolean) =>
      config.update({ revision: uuid(), values: [], flags: [], killSwitches: [{ system: "WEBHOOKS", active }] });
    switchOff(true);
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "PENDING");
    clock.advance(HOUR);
    await webhooks.sweep();
    expect([receiver.received, await lag()]).toEqual([[], 0]);
    switchOff(false);
    expect(await lag()).toBeGreaterThanOrEqual(3_600);
    await webhooks.sweep();
    await untilReceived(1);
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: true });
  });

  it("WHK-14 deliveries are retried after a refused connection, which the delivery lists", async () => {
    await receiver.stop();
    await webhooks.publishTopUp();
    const failed = await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    expect(failed.log[0]).toMatchObject({ status: null, error: "REFUSED" });
    expect(failed.status).toBe("PENDING");
  });

  it("WHK-17 deliveries fail by a redirect, which is not followed", async () => {
    const elsewhere = await startReceiver();
    for (const status of [301, 302, 307, 308]) {
      receiver.answer(withStatus(status, { location: elsewhere.url }));
      const added = await webhooks.newEndpoint(receiver.url);
      await webhooks.publishTopUp();
      const failed = await webhooks.untilDelivery(added.id, ({ attempts }) => attempts > 0);
      expect(failed).toMatchObject({ status: "PENDING", log: [{ status, error: `HTTP_${status}` }] });
    }
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.stop();
  });

  it("WHK-19 deliveries honor Retry-After of a 429 and a 503, in seconds and as a date, up to a day", async () => {
    const now = webhooks.runtime.clock.now();
    const cases: [number, string, number][] = [
      [429, "120", 120 * SECOND],
      [503, "3600", HOUR],
      [429, new Date(now.getTime() + 10 * MINUTE).toUTCString(), 10 * MINUTE],
      [503, "999999999", DAY],
      [503, "1", 5 * SECOND],
      [429, "soon", 5 * SECOND],
      [500, "3600", 5 * SECOND],
    ];
    for (const [status, retryAfter, expected] of cases) {
      receiver.answer(withStatus(status, { "retry-after": retryAfter }));
      const added = await webhooks.newEndpoint(receiver.url);
      await webhooks.publishTopUp();
      const { nextAttemptAt } = await webhooks.untilDelivery(added.id, ({ attempts }) => attempts === 1);
      const due = Date.parse(String(nextAttemptAt)) - webhooks.runtime.clock.now().getTime();
      expect([retryAfter, due > expected - 4 * SECOND, due <= expected]).toEqual([retryAfter, true, true]);
    }
  });

  it("WHK-18 deliveries end after an answer 410: the endpoint is disabled and its pending deliveries fail", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    receiver.answer(withStatus(410));
    await webhooks.publishTopUp();
    await eventually(async () => expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: false, disabledReason: "GONE" }));
    const reasons = (await webhooks.deliveries(endpoint.id)).map(({ status, failureReason }) => [status, failureReason]);
    expect(reasons).toEqual([
      ["FAILED", "GONE"],
      ["FAILED", "ENDPOINT_DISABLED"],
    ]);
    await webhooks.publishTopUp();
    await advance(DAY);
    expect(receiver.received).toHaveLength(2);
  });
});
