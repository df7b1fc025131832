import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import { creatorVacation } from "#libs/contracts/creator.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { recoverDeliveries, removeEndpoint, updateEndpoint } from "#libs/contracts/webhook.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import type { DeliveryDoc } from "#services/webhook/data/delivery.model.ts";
import { deliveryQueue } from "#services/webhook/data/delivery-queue.store.ts";
import { newDelivery } from "#services/webhook/new-delivery.ts";
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
  await deliveries().deleteMany({});
  await receiver.stop();
});

const database = () => webhooks.runtime.database("webhook");
const deliveries = () => database().collection<DeliveryDoc>("webhook_deliveries");
const endpoints = () => database().collection<{ _id: string; enabled: boolean }>("webhook_endpoints");

const rowsOf = (endpointId: string, count: number, state: Pick<DeliveryDoc, "status" | "dueAt">): DeliveryDoc[] =>
  Array.from({ length: count }, () => {
    const text = { eventId: uuid(), kind: "wallet.topped_up", subjects: [], body: "{}" };
    return { ...newDelivery(endpointId, text, webhooks.runtime.clock.now()), ...state };
  });

interface Query {
  readonly filter: object;
  readonly options: mongo.FindOptions;
}

/** The queries on deliveries that the service sends while some work runs, but for those of its senders. */
async function queriesOf(work: () => Promise<unknown>): Promise<Query[]> {
  const connection = database();
  const seen: Query[] = [];
  connection.set("debug", (name: string, method: string, filter: object, options: mongo.FindOptions = {}) => {
    if (name !== "webhook_deliveries" || !/^find(One)?$/.test(method)) return;
    seen.push({ filter, options: { ...options, ...(method === "findOne" && { limit: 1 }) } });
  });
  await work();
  connection.set("debug", false);
  return seen;
}

describe("W1 every delivery has an end", () => {
  it("W1 a fact that was stored while its endpoint was being switched off is given up, and says why", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    await endpoints().updateOne({ _id: endpoint.id }, { $set: { enabled: false } });
    const finish = () => webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    await finish();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "PENDING");
    webhooks.runtime.clock.advance(10 * MINUTE);
    await finish();
    await webhooks.untilDelivery(endpoint.id, ({ status, failureReason }) => status === "FAILED" && failureReason === "ENDPOINT_DISABLED");
  });

  it("W1 with an endpoint that is removed ends what waits for it", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    await webhooks.admin.call(removeEndpoint, { id: endpoint.id });
    const left = await deliveries().find({ endpointId: endpoint.id }).toArray();
    expect(left).toMatchObject([{ status: "FAILED", failureReason: "ENDPOINT_DISABLED" }]);
  });

  it("WHK-14 of many attempts the latest twenty are kept, and all are counted", async () => {
    const [row] = rowsOf(uuid(), 1, { status: "PENDING", dueAt: new Date(0) });
    if (!row) throw new Error("no row");
    await deliveries().insertOne(row);
    const queue = deliveryQueue(database());
    for (let second = 1; second <= 22; second += 1) {
      const at = new Date(second * 1_000);
      const claimed = await queue.claim(row.endpointId, at, { leaseId: uuid(), until: new Date(at.getTime() + 500) });
      if (!claimed) throw new Error("not claimed");
      const line = { at, durationMs: second, status: 500, error: "HTTP_500" };
      await transactionOn(database())((tx) => queue.postpone(tx, claimed, line, at));
    }
    const { attempts = 0, log = [] } = (await deliveries().findOne({ _id: row._id })) ?? {};
    expect([attempts, log.map(({ durationMs }) => durationMs)]).toEqual([22, Array.from({ length: 20 }, (_, index) => index + 3)]);
  });

  it("W1 what waits for an endpoint that works is left alone", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    webhooks.runtime.clock.advance(10 * MINUTE);
    await webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    expect(await deliveries().countDocuments({ endpointId: endpoint.id, status: "PENDING" })).toBe(1);
  });

  it("W1 what is stranded is found by an index of what waits, and nothing else is looked at", async () => {
    const now = webhooks.runtime.clock.now().getTime();
    const [soon, long] = [new Date(now + HOUR), new Date(now - HOUR)];
    const gone = [uuid(), uuid()];
    // Eight wait, among six hundred that are done.
    const rows = [
      ...rowsOf(endpoint.id, 3, { status: "PENDING", dueAt: soon }),
      ...gone.flatMap((id) => rowsOf(id, 300, { status: "SUCCEEDED", dueAt: long })),
      ...gone.flatMap((id) => rowsOf(id, 2, { status: "PENDING", dueAt: long })),
      ...rowsOf(gone[0] ?? "", 1, { status: "PENDING", dueAt: soon }),
    ];
    await deliveries().insertMany(rows);
    const queries = await queriesOf(() => webhooks.runtime.jobs.runNow("webhook.give-up-stranded"));
    const waiting = await deliveries().find({ status: "PENDING" }).toArray();
    expect(waiting.map(({ endpointId }) => endpointId).filter((id) => id !== endpoint.id)).toEqual([gone[0]]);
    await deliveries().updateMany({ status: "FAILED" }, { $set: { status: "PENDING" } });
    expect(queries.length).toBe(6);
    for (const { filter, options } of queries) {
      const { queryPlanner, executionStats }: mongo.Document = await deliveries().find(filter, options).explain("executionStats");
      expect(JSON.stringify(queryPlanner.winningPlan)).toMatch(/IXSCAN.*waiting_for_endpoint/);
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/);
      expect(Number(executionStats.totalDocsExamined)).toBeLessThanOrEqual(8);
    }
  });

  it("W1 WHK-27 who has lost the claim of a delivery writes nothing about it, whatever came of the attempt", async () => {
    const { clock } = webhooks.runtime;
    const [row] = rowsOf(uuid(), 1, { status: "PENDING", dueAt: clock.now() });
    if (!row) throw new Error("no row");
    await deliveries().insertOne(row);
    const queue = deliveryQueue(database());
    const claimAt = (at: Date) => queue.claim(row.endpointId, at, { leaseId: uuid(), until: new Date(at.getTime() + MINUTE) });
    const later = new Date(clock.now().getTime() + HOUR);
    const lost = await claimAt(clock.now());
    expect(await claimAt(clock.now())).toBeNull();
    const current = await claimAt(later);
    if (!lost || !current) throw new Error("not claimed");
    const line = { at: later, durationMs: 1, status: 500, error: "HTTP_500" };
    const transaction = transactionOn(database());
    expect(await transaction((tx) => queue.postpone(tx, lost, line, later))).toBe(false);
    expect(await transaction((tx) => queue.giveUp(tx, lost, line, "EXHAUSTED", later))).toBe(false);
    await queue.release(lost, later);
    await queue.succeed(lost, line, later);
    expect(await deliveries().findOne({ _id: row._id })).toEqual(current);
  });

  it("W1 more than one write gives up is given up in one run", async () => {
    const long = new Date(webhooks.runtime.clock.now().getTime() - HOUR);
    await deliveries().insertMany(rowsOf(uuid(), 1_001, { status: "PENDING", dueAt: long }));
    await webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    expect(await deliveries().countDocuments({ status: "FAILED", failureReason: "ENDPOINT_DISABLED" })).toBe(1_001);
  });

  it("W1 WHK-24 a long queue ends in parts, and comes back in parts, so that no transaction gets too long", async () => {
    const { clock, jobs } = webhooks.runtime;
    const rows = rowsOf(endpoint.id, 2_001, { status: "PENDING", dueAt: new Date(clock.now().getTime() + HOUR) });
    await deliveries().insertMany(rows);
    const givenUp = () => deliveries().countDocuments({ endpointId: endpoint.id, status: "FAILED", failureReason: "ENDPOINT_DISABLED" });
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: false });
    expect(await givenUp()).toBe(2_000);
    clock.advance(HOUR + 10 * MINUTE);
    await jobs.runNow("webhook.give-up-stranded");
    expect(await givenUp()).toBe(2_001);
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: true });
    const since = new Date(0).toISOString();
    expect(await webhooks.admin.call(recoverDeliveries, { id: endpoint.id, since })).toEqual({ recovered: 2_001 });
    expect(await givenUp()).toBe(0);
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
