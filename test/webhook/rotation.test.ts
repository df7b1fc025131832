import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { rotateSecret } from "#libs/contracts/webhook/index.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { seededRandom } from "../support/random.ts";
import { type Endpoint, isSignedWith, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Received, type Receiver, startReceiver, withStatus } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  webhooks = await startWebhooks({ config: { CONFIG_WEBHOOK_CIRCUIT_FAILURES: "1000" } });
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.faults.disarm();
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const rows = () => webhooks.runtime.database("webhook").connection.collection("webhook_deliveries");

/** Waits until this many deliveries are stored and no attempt is in flight: the clock must not pass the end of a claim. */
function untilIdle(count: number): Promise<void> {
  return eventually(async () => {
    const underWay = await rows().countDocuments({ endpointId: endpoint.id, leaseId: { $ne: null } });
    expect([await rows().countDocuments({ endpointId: endpoint.id }), underWay]).toEqual([count, 0]);
  });
}

const rotate = () => webhooks.admin.call(rotateSecret, { id: endpoint.id });

describe("spec 4.9: the old secret is invalid at once", () => {
  it("WHK-05 WHK-06 retries a delivery that failed before the rotation with the new signature and the same id and body", async () => {
    receiver.answer(withStatus(503));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    const { secret } = await rotate();
    receiver.answer(withStatus(204));
    webhooks.runtime.clock.advance(6 * SECOND);
    await webhooks.sweep();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "SUCCEEDED");
    const [first, second] = receiver.received as [Received, Received];
    expect([isSignedWith(first, endpoint.secret), isSignedWith(second, endpoint.secret)]).toEqual([true, false]);
    expect(isSignedWith(second, secret)).toBe(true);
    expect([second.body, second.headers["x-webhook-id"]]).toEqual([first.body, first.headers["x-webhook-id"]]);
  });

  it("WHK-05 signs an attempt with the new secret when it was claimed before the rotation and begins after it", async () => {
    webhooks.runtime.faults.arm({ point: "webhook.delivery.claimed", mode: "delay", delayMs: 300, times: 1 });
    await webhooks.publishTopUp();
    await eventually(() => expect(webhooks.runtime.faults.armed()).toEqual([]));
    const { secret } = await rotate();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(isSignedWith(receiver.received[0] as Received, secret)).toBe(true);
  });

  it("WHK-05 WHK-06 E22 signs no attempt with an old secret that begins after one of ten rotations under load", async () => {
    const random = seededRandom(22);
    receiver.answer((response) => void response.writeHead(random.below(10) < 3 ? 500 : 204).end());
    const secrets = [{ secret: endpoint.secret, from: 0 }];
    const published: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const sending = Promise.all(Array.from({ length: 8 }, () => webhooks.publishTopUp()));
      await eventually(() => expect(receiver.received.length).toBeGreaterThan(published.length));
      const { secret } = await rotate();
      secrets.push({ secret, from: webhooks.runtime.clock.now().getTime() });
      published.push(...(await sending));
      await untilIdle(published.length);
      webhooks.runtime.clock.advance(6 * SECOND);
      await webhooks.sweep();
    }
    await eventually(async () => {
      await untilIdle(published.length);
      webhooks.runtime.clock.advance(6 * HOUR);
      await webhooks.sweep();
      expect(await rows().countDocuments({ endpointId: endpoint.id, status: "SUCCEEDED" })).toBe(published.length);
    });
    let checked = 0;
    for (const { eventId, log } of await rows().find({ endpointId: endpoint.id }).toArray()) {
      const requests = receiver.received.filter(({ headers }) => headers["x-webhook-id"] === eventId);
      expect(requests).toHaveLength(log.length);
      for (const [index, request] of requests.entries()) {
        const startedAt = (log[index] as { at: Date }).at.getTime();
        const used = secrets.findIndex(({ secret }) => isSignedWith(request, secret));
        const newest = secrets.findLastIndex(({ from }) => from < startedAt);
        expect([eventId, used >= newest]).toEqual([eventId, true]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(published.length);
  });
});
