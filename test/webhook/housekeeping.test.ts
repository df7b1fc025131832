import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { creatorVacation } from "#libs/contracts/creator.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Endpoint, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Receiver, startReceiver, withStatus } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  webhooks = await startWebhooks();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url, ["wallet.topped_up", "creator.vacation", "user.deleted"]);
});

afterEach(async () => {
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const collection = (name: string) => webhooks.runtime.database("webhook").collection<{ _id: string; enabled?: boolean }>(name);
const deliveries = () => collection("webhook_deliveries");

describe("W1 every delivery has an end", () => {
  it("W1 a fact that was stored while its endpoint was being switched off is given up, and says why", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    await collection("webhook_endpoints").updateOne({ _id: endpoint.id }, { $set: { enabled: false } });
    const finish = () => webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    await finish();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "PENDING");
    webhooks.runtime.clock.advance(10 * MINUTE);
    await finish();
    await webhooks.untilDelivery(endpoint.id, ({ status, failureReason }) => status === "FAILED" && failureReason === "ENDPOINT_DISABLED");
  });

  it("W1 what waits for an endpoint that works is left alone", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    webhooks.runtime.clock.advance(10 * MINUTE);
    await webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    expect(await deliveries().countDocuments({ endpointId: endpoint.id, status: "PENDING" })).toBe(1);
  });

  it("deliveries are kept for thirty days", async () => {
    const indexes = await deliveries().indexes();
    expect(indexes.find(({ name }) => name === "retention")).toMatchObject({ key: { createdAt: 1 }, expireAfterSeconds: 2_592_000 });
  });
});

describe("people whom deliveries name", () => {
  it("GDP-08 their deliveries are shown to them and erased with them; those of others stay", async () => {
    const [userId, creatorId] = [uuid(), uuid()];
    const state = { enabled: true, creatorStatus: "VACATION", vacationStart: null, vacationEnd: null } as const;
    await webhooks.publish(creatorVacation, { creatorId, userId, ...state });
    await webhooks.publishTopUp();
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await eventually(async () => expect(await deliveries().countDocuments({ endpointId: endpoint.id, status: "SUCCEEDED" })).toBe(2));
    const shown = await call(webhooks.broker, exportUser.webhook, { userId, creatorId });
    expect(shown.rows).toMatchObject([{ collection: "webhook_deliveries", row: { kind: "creator.vacation", status: "SUCCEEDED" } }]);
    const erased = await call(webhooks.broker, eraseUser.webhook, { userId, creatorId });
    expect(erased).toMatchObject({ done: true, erased: { webhook_deliveries: 1 } });
    const left = await deliveries().find({ endpointId: endpoint.id }).toArray();
    expect([left.length, JSON.stringify(left).includes(userId)]).toEqual([1, false]);
  });
});
