import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { call } from "#libs/contract-kit/call.ts";
import { listNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

async function notifyTimes(userId: string, times: number): Promise<void> {
  await service.deliver(...Array.from({ length: times }, () => sentTo(userId)));
}

async function idsOf(userId: string, params: { page?: number; limit?: number; read?: string } = {}): Promise<string[]> {
  return (await service.list(userId, params)).items.map(({ id }) => id);
}

describe("notification.list", () => {
  it("NOT-01 returns a page of items with exactly the fields of spec 2.7", async () => {
    const user = uuid();
    await notifyTimes(user, 3);
    const page = await service.list(user, { limit: 2 });
    expect(page).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 });
    expect(page.items).toHaveLength(2);
    const fields = ["body", "createdAt", "data", "eventKey", "id", "read", "readAt", "title"];
    for (const item of page.items) expect(Object.keys(item).sort()).toEqual(fields);
  });

  it("NOT-01 is empty for a user without notifications", async () => {
    expect(await service.list(uuid())).toEqual({ items: [], total: 0, page: 1, limit: 20, totalPages: 0 });
  });

  it("NOT-02 never shows another user's notifications", async () => {
    const [one, other] = [uuid(), uuid()];
    await notifyTimes(one, 2);
    await notifyTimes(other, 1);
    const [ofOne, ofOther] = [await idsOf(one), await idsOf(other)];
    expect([ofOne.length, ofOther.length]).toEqual([2, 1]);
    expect(ofOne).not.toContain(ofOther[0]);
    expect([await idsOf(one, { read: "false" }), await idsOf(other, { read: "false" })]).toEqual([ofOne, ofOther]);
    for (const user of [one, other]) await service.as(user, markAllNotificationsRead, {});
    expect([await idsOf(one, { read: "true" }), await idsOf(other, { read: "true" })]).toEqual([ofOne, ofOther]);
  });

  it("NOT-03 is ordered by the time of the events, newest first, in any order of arrival", async () => {
    const user = uuid();
    const events = Array.from({ length: 12 }, () => sentTo(user));
    for (const envelope of events.toSorted((a, b) => (a.id.slice(-1) < b.id.slice(-1) ? -1 : 1))) await service.deliver(envelope);
    const { items } = await service.list(user);
    expect(items.map(({ createdAt }) => createdAt)).toEqual(events.map(({ at }) => at).toReversed());
  });

  it("NOT-04 filters by read=true and read=false, and total counts the matches", async () => {
    const user = uuid();
    await notifyTimes(user, 5);
    const [first = "", second = ""] = await idsOf(user);
    for (const notificationId of [first, second]) await service.as(user, markNotificationRead, { notificationId });
    const read = await service.list(user, { read: "true" });
    const unread = await service.list(user, { read: "false" });
    expect(read.items.map(({ id }) => id)).toEqual([first, second]);
    expect([read.total, unread.total, (await service.list(user)).total]).toEqual([2, 3, 5]);
    expect(unread.items.every((item) => item.read === false && item.readAt === null)).toBe(true);
  });

  it.each(["TRUE", "1", "yes", "", " true", undefined])("NOT-05 does not filter by read=%p", async (read) => {
    const user = uuid();
    await notifyTimes(user, 2);
    const [first = ""] = await idsOf(user);
    await service.as(user, markNotificationRead, { notificationId: first });
    expect((await service.list(user, read === undefined ? {} : { read })).total).toBe(2);
  });

  it("NOT-06 NOT-07 refuses an invalid page in a call over the bus, and applies the defaults", async () => {
    const user = uuid();
    for (const wrong of [{ page: 0 }, { limit: 0 }, { limit: 51 }, { page: 1.5 }]) {
      await expect(service.list(user, wrong)).rejects.toMatchObject({ key: "error.validation_failed" });
    }
    expect(await service.list(user)).toMatchObject({ page: 1, limit: 20 });
  });

  it("NOT-09 refuses an anonymous caller", async () => {
    await expect(call(service.broker, listNotifications, {})).rejects.toMatchObject({ key: "error.unauthorized" });
  });

  it("NOT-10 returns data as an object, and readAt as null while read is false", async () => {
    const user = uuid();
    await notifyTimes(user, 1);
    const [item] = (await service.list(user)).items;
    expect(item).toMatchObject({ read: false, readAt: null, data: expect.any(Object) });
  });

  it("NOT-19 orders items of one instant by id, so pages neither repeat nor lose one", async () => {
    const user = uuid();
    const at = "2031-01-01T00:00:00.000Z";
    await service.deliver(...Array.from({ length: 30 }, () => sentTo(user, "Ada", { at })));
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => idsOf(user, { page, limit: 7 })));
    const ids = pages.flat();
    expect(ids).toHaveLength(30);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it("NOT-19 loses none of the old items over its pages, and keeps their order, while new ones arrive", async () => {
    const user = uuid();
    const at = "2031-01-01T00:00:00.000Z";
    await service.deliver(...Array.from({ length: 40 }, () => sentTo(user, "Ada", { at })));
    const before = await idsOf(user, { limit: 50 });
    const seen: string[] = [];
    for (let page = 1; page <= 7; page += 1) {
      seen.push(...(await idsOf(user, { page, limit: 8 })));
      await service.deliver(sentTo(user, "Ada", { at: `2031-01-01T00:00:0${page}.000Z` }));
    }
    const unique = [...new Set(seen)];
    expect(unique.filter((id) => before.includes(id))).toEqual(before);
  });

  it.each([undefined, "true", "false"])("NOT-19 reads a page with read=%p from an index and examines no other items", async (read) => {
    const user = uuid();
    await notifyTimes(user, 40);
    await service.as(user, markAllNotificationsRead, {});
    await notifyTimes(user, 40);
    const stages = await pageQueryOf(user, () => service.list(user, { page: 1, limit: 20, ...(read !== undefined && { read }) }));
    expect(stages[0]).toHaveProperty("$match.userId", user);
    expect(stages[1]).toEqual({ $sort: { createdAt: -1, _id: -1 } });
    const rows = service.runtime.database("notification").connection.collection("notifications");
    const plan: mongo.Document = await rows.aggregate(stages).explain("executionStats");
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain("IXSCAN");
    expect(text).not.toMatch(/COLLSCAN|"SORT"/);
    expect(Number(plan.executionStats.nReturned)).toBe(20);
    expect(Number(plan.executionStats.totalDocsExamined)).toBeLessThanOrEqual(20);
  });
});

/** The stages of the query that reads the page. It must be the only query about this user; jobs may query all users. */
async function pageQueryOf(user: string, work: () => Promise<unknown>): Promise<mongo.Document[]> {
  const connection = service.runtime.database("notification").connection;
  const seen: mongo.Document[][] = [];
  connection.set("debug", (_collection: string, _method: string, stages: mongo.Document[]) => void seen.push(stages));
  await work();
  connection.set("debug", false);
  const [stages, ...others] = seen.filter((each) => Array.isArray(each) && each[0]?.$match?._id === user);
  if (!stages || others.length > 0) throw new Error(`${seen.length} queries`);
  return stages.find((stage) => "$unionWith" in stage)?.$unionWith.pipeline;
}
