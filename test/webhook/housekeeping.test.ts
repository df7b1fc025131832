import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import { creatorVacation } from "#libs/contracts/creator/index.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { recoverDeliveries, removeEndpoint, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { DeliveryDoc } from "#services/webhook/data/delivery.model.ts";
import { deliveryQueue } from "#services/webhook/data/delivery-queue.store.ts";
import { newDelivery } from "#services/webhook/deliveries/new-delivery.ts";
import { eventually } from "../support/eventually.ts";
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

const database = () => webhooks.runtime.database("webhook").connection;
const deliveries = () => database().collection<DeliveryDoc>("webhook_deliveries");
const endpoints = () => database().collection<{ _id: string; enabled: boolean }>("webhook_endpoints");

const rowsOf = (endpointId: string, count: number, state: Pick<DeliveryDoc, "status" | "dueAt">): DeliveryDoc[] =>
  Array.from({ length: count }, () => {
    const content = { eventId: uuid(), kind: "wallet.topped_up", subjects: [], body: "{}" };
    return { ...newDelivery(endpointId, content, webhooks.runtime.clock.now()), ...state };
  });

interface Query {
  readonly filter: object;
  readonly options: mongo.FindOptions;
}

/** The queries on deliveries that the service sends while some work runs, without the claims of its senders. */
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

describe("W1 the end of every delivery", () => {
  it("W1 a delivery that was added while its endpoint was being disabled ends with a reason", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    await endpoints().updateOne({ _id: endpoint.id }, { $set: { enabled: false } });
    const failStranded = () => webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    await failStranded();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "PENDING");
    webhooks.runtime.clock.advance(10 * MINUTE);
    await failStranded();
    await webhooks.untilDelivery(endpoint.id, ({ status, failureReason }) => status === "FAILED" && failureReason === "ENDPOINT_DISABLED");
  });

  it("W1 a delivery ends with the removal of its endpoint", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    await webhooks.admin.call(removeEndpoint, { id: endpoint.id });
    const remaining = await deliveries().find({ endpointId: endpoint.id }).toArray();
    expect(remaining).toMatchObject([{ status: "FAILED", failureReason: "ENDPOINT_DISABLED" }]);
  });

  it("WHK-14 a finished delivery leaves the latest twenty attempts in the log, and the number of all", async () => {
    const [row] = rowsOf(uuid(), 1, { status: "PENDING", dueAt: new Date(0) });
    if (!row) throw new Error("no row");
    await deliveries().insertOne(row);
    const queue = deliveryQueue(webhooks.runtime.database("webhook"));
    for (let second = 1; second <= 22; second += 1) {
      const at = new Date(second * 1_000);
      const claimed = await queue.claim(row.endpointId, at, { leaseId: uuid(), until: new Date(at.getTime() + 500) });
      if (!claimed) throw new Error("not claimed");
      const attempt = { at, durationMs: second, status: 500, error: "HTTP_500" };
      await webhooks.runtime.database("webhook").transaction((tx) => queue.reschedule(tx, claimed, attempt, at));
    }
    const { attempts = 0, log = [] } = (await deliveries().findOne({ _id: row._id })) ?? {};
    expect([attempts, log.map(({ durationMs }) => durationMs)]).toEqual([22, Array.from({ length: 20 }, (_, index) => index + 3)]);
  });

  it("W1 pending deliveries of an enabled endpoint do not end", async () => {
    receiver.answer(withStatus(500));
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    webhooks.runtime.clock.advance(10 * MINUTE);
    await webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    expect(await deliveries().countDocuments({ endpointId: endpoint.id, status: "PENDING" })).toBe(1);
  });

  it("W1 stranded deliveries are found by the index of pending ones, and no others are examined", async () => {
    const now = webhooks.runtime.clock.now().getTime();
    const [soon, past] = [new Date(now + HOUR), new Date(now - HOUR)];
    const removedIds = [uuid(), uuid()];
    // Eight pending deliveries among six hundred finished ones.
    const rows = [
      ...rowsOf(endpoint.id, 3, { status: "PENDING", dueAt: soon }),
      ...removedIds.flatMap((id) => rowsOf(id, 300, { status: "SUCCEEDED", dueAt: past })),
      ...removedIds.flatMap((id) => rowsOf(id, 2, { status: "PENDING", dueAt: past })),
      ...rowsOf(removedIds[0] ?? "", 1, { status: "PENDING", dueAt: soon }),
    ];
    await deliveries().insertMany(rows);
    const queries = await queriesOf(() => webhooks.runtime.jobs.runNow("webhook.give-up-stranded"));
    const waiting = await deliveries().find({ status: "PENDING" }).toArray();
    expect(waiting.map(({ endpointId }) => endpointId).filter((id) => id !== endpoint.id)).toEqual([removedIds[0]]);
    await deliveries().updateMany({ status: "FAILED" }, { $set: { status: "PENDING" } });
    expect(queries.length).toBe(6);
    for (const { filter, options } of queries) {
      const { queryPlanner, executionStats }: mongo.Document = await deliveries().find(filter, options).explain("executionStats");
      expect(JSON.stringify(queryPlanner.winningPlan)).toMatch(/IXSCAN.*waiting_for_endpoint/);
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/);
      expect(Number(executionStats.totalDocsExamined)).toBeLessThanOrEqual(8);
    }
  });

  it("W1 WHK-27 a process that has lost its claim does not change a finished delivery, for any result of its attempt", async () => {
    const { clock } = webhooks.runtime;
    const [row] = rowsOf(uuid(), 1, { status: "PENDING", dueAt: clock.now() });
    if (!row) throw new Error("no row");
    await deliveries().insertOne(row);
    const queue = deliveryQueue(webhooks.runtime.database("webhook"));
    const claimAt = (at: Date) => queue.claim(row.endpointId, at, { leaseId: uuid(), until: new Date(at.getTime() + MINUTE) });
    const later = new Date(clock.now().getTime() + HOUR);
    const lost = await claimAt(clock.now());
    expect(await claimAt(clock.now())).toBeNull();
    const current = await claimAt(later);
    if (!lost || !current) throw new Error("not claimed");
    const attempt = { at: later, durationMs: 1, status: 500, error: "HTTP_500" };
    const transaction = webhooks.runtime.database("webhook").transaction;
    expect(await transaction((tx) => queue.reschedule(tx, lost, attempt, later))).toBe(false);
    expect(await transaction((tx) => queue.fail(tx, lost, attempt, "EXHAUSTED", later))).toBe(false);
    await queue.release(lost, later);
    await queue.succeed(lost, attempt, later);
    expect(await deliveries().findOne({ _id: row._id })).toEqual(current);
  });

  it("W1 one run ends more stranded deliveries than one batch has", async () => {
    const past = new Date(webhooks.runtime.clock.now().getTime() - HOUR);
    await deliveries().insertMany(rowsOf(uuid(), 1_001, { status: "PENDING", dueAt: past }));
    await webhooks.runtime.jobs.runNow("webhook.give-up-stranded");
    expect(await deliveries().countDocuments({ status: "FAILED", failureReason: "ENDPOINT_DISABLED" })).toBe(1_001);
  });

  it("W1 WHK-24 a long queue ends in batches, and is also recovered in batches", async () => {
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

  it("finished deliveries are deleted after thirty days", async () => {
    const indexes = await deliveries().indexes();
    expect(indexes.find(({ name }) => name === "retention")).toMatchObject({ key: { createdAt: 1 }, expireAfterSeconds: 2_592_000 });
  });
});

describe("deliveries that name a user", () => {
  it("GDP-08 deliveries that name a user are exported and erased with that user, and those of others stay", async () => {
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
    const remaining = await deliveries().find({ endpointId: endpoint.id }).toArray();
    expect([remaining.length, JSON.stringify(remaining).includes(userId)]).toEqual([1, false]);
  });
});
