import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { messageSent } from "#libs/contracts/messaging.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
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

const arrived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));
const last = () => receiver.received.at(-1) as Received;

/** Moves the clock and lets what is due be sent. */
async function passes(milliseconds: number): Promise<void> {
  webhooks.runtime.clock.advance(milliseconds);
  await webhooks.sweep();
}

describe("spec 6.2: what a receiver gets", () => {
  it("WHK-12 WHK-13 the signature is of the exact bytes on the wire, keyed with the secret as text", async () => {
    const eventId = await webhooks.publishTopUp();
    await arrived(1);
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
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { topupId: expect.any(String), userId: expect.any(String), amount: "5.00", currency: "EUR" },
    });
  });

  it("WHK-23 an endpoint gets only the kinds it has subscribed to, each fact once", async () => {
    const other = await startReceiver();
    const both = await webhooks.newEndpoint(other.url, ["message.sent", "wallet.topped_up", "message.sent"]);
    expect(both.kinds).toEqual(["message.sent", "wallet.topped_up"]);
    const shared = { messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId: uuid(), dmType: "FREE", price: null } as const;
    const times = { expiresAt: new Date().toISOString(), sentAt: new Date().toISOString() };
    await webhooks.publish(messageSent, { ...shared, currency: "EUR", status: "DELIVERED", senderName: "Finn", ...times });
    await webhooks.publishTopUp();
    await eventually(() => expect(other.received).toHaveLength(2));
    await arrived(1);
    expect(JSON.parse(last().body)).toMatchObject({ kind: "wallet.topped_up" });
    const kinds = other.received.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);
    expect(kinds.sort()).toEqual(["message.sent", "wallet.topped_up"]);
    await other.stop();
  });

  it("WHK-14 WHK-22 failures are retried on schedule, with the same id and body and a fresh timestamp, and then given up", async () => {
    receiver.answer(withStatus(500));
    const eventId = await webhooks.publishTopUp();
    await arrived(1);
    const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
    for (const [index, wait] of waits.entries()) {
      const pending = await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === index + 1);
      const due = Date.parse(String(pending.nextAttemptAt)) - webhooks.runtime.clock.now().getTime();
      expect([index, due > wait - 2 * SECOND, due <= wait]).toEqual([index, true, true]);
      await passes(wait - 3 * SECOND);
      expect(receiver.received).toHaveLength(index + 1);
      await passes(4 * SECOND);
      await arrived(index + 2);
    }
    const given = await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "FAILED");
    expect(given).toMatchObject({ attempts: 8, failureReason: "EXHAUSTED", nextAttemptAt: null, eventId });
    expect(given.log.map(({ status, error }) => [status, error])).toEqual(Array.from({ length: 8 }, () => [500, "HTTP_500"]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-id"]))).toEqual(new Set([eventId]));
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-timestamp"])).size).toBe(8);
    expect(receiver.received.every((one) => isSignedWith(one, endpoint.secret))).toBe(true);
    await passes(2 * DAY);
    expect(receiver.received).toHaveLength(8);
  });

  it("OPS-07 every attempt is counted by what came of it, and what is still to be told", async () => {
    const { jobs, metrics } = webhooks.runtime;
    const counted = async (status: string) => {
      const found = new RegExp(`^webhook_deliveries_total\\{status="${status}"\\} (\\d+)`, "m").exec(await metrics.render());
      return Number(found?.[1] ?? 0);
    };
    const before = [await counted("succeeded"), await counted("retrying")];
    await webhooks.publishTopUp();
    await arrived(1);
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await eventually(async () => expect([await counted("succeeded"), await counted("retrying")]).toEqual(before.map((count) => count + 1)));
    await jobs.runNow("webhook.gauges");
    expect(await metrics.render()).toMatch(/^outbox_pending\{service="webhook"\} \d+$/m);
  });

  it("WHK-14 a refused connection is retried; the delivery shows each attempt", async () => {
    await receiver.stop();
    await webhooks.publishTopUp();
    const failed = await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    expect(failed.log[0]).toMatchObject({ status: null, error: "REFUSED" });
    expect(failed.status).toBe("PENDING");
  });

  it("WHK-17 a redirect is a failure, and is not followed", async () => {
    const elsewhere = await startReceiver();
    for (const status of [301, 302, 307, 308]) {
      receiver.answer(withStatus(status, { location: elsewhere.url }));
      const one = await webhooks.newEndpoint(receiver.url);
      await webhooks.publishTopUp();
      const failed = await webhooks.untilDelivery(one.id, ({ attempts }) => attempts > 0);
      expect(failed).toMatchObject({ status: "PENDING", log: [{ status, error: `HTTP_${status}` }] });
    }
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.stop();
  });

  it("WHK-19 Retry-After of a 429 and of a 503 is honoured, in seconds and as a date, up to a day", async () => {
    const now = webhooks.runtime.clock.now();
    const wishes: [number, string, number][] = [
      [429, "120", 120 * SECOND],
      [503, "3600", HOUR],
      [429, new Date(now.getTime() + 10 * MINUTE).toUTCString(), 10 * MINUTE],
      [503, "999999999", DAY],
      [503, "1", 5 * SECOND],
      [429, "soon", 5 * SECOND],
      [500, "3600", 5 * SECOND],
    ];
    for (const [status, wish, expected] of wishes) {
      receiver.answer(withStatus(status, { "retry-after": wish }));
      const one = await webhooks.newEndpoint(receiver.url);
      await webhooks.publishTopUp();
      const { nextAttemptAt } = await webhooks.untilDelivery(one.id, ({ attempts }) => attempts === 1);
      const due = Date.parse(String(nextAttemptAt)) - webhooks.runtime.clock.now().getTime();
      expect([wish, due > expected - 4 * SECOND, due <= expected]).toEqual([wish, true, true]);
    }
  });

  it("WHK-18 an endpoint that answers 410 is switched off, and what waits for it is given up", async () => {
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
    await passes(DAY);
    expect(receiver.received).toHaveLength(2);
  });
});
