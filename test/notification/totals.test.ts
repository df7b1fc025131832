import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { countUnreadNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { NotificationDoc } from "#services/notification/data/notification.model.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { seededRandom } from "../support/random.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

/** `KEPT_STEPS=10000 npx jest test/notification/totals` for more. */
const STEPS = Number(process.env.KEPT_STEPS ?? 180);
const AT_ONCE = 6;
const PAGE_SIZE = 20;

let service: Fixture;
/** The same database in another process, with a first-page cache of its own. */
let otherProcess: ReturnType<typeof liveDeps>;
beforeAll(async () => {
  service = await startFixture();
  otherProcess = liveDeps(service.runtime);
});
afterAll(() => service.stop());

const connection = () => service.runtime.database("notification").connection;
const recipients = () => connection().collection("recipients");
const notifications = () => connection().collection<NotificationDoc>("notifications");
const recountOfNextDay = async () => {
  service.runtime.clock.advance(DAY);
  await service.runtime.jobs.runNow("notification.recount");
  const samples = await service.runtime.metrics.samplesOf("kept_value_drift_total");
  return samples?.find(({ labels }) => labels.kind === "unread")?.value ?? 0;
};

/** The totals and the first page, recounted from the rows. */
async function recountOf(userId: string) {
  const rows = await notifications().find({ userId }).sort({ createdAt: -1, _id: -1 }).toArray();
  const page = rows.slice(0, PAGE_SIZE).map(({ _id: id, read }) => ({ id, read }));
  return { total: rows.length, unread: rows.filter(({ read }) => !read).length, page };
}

/** The totals and the first page that both processes show. */
async function shown(userId: string) {
  const { items, total } = await service.list(userId);
  const { count: unread } = await service.as(userId, countUnreadNotifications, {});
  const other = await otherProcess.firstPages.get(userId);
  const pageOf = (list: readonly { readonly id: string; readonly read: boolean }[]) => list.map(({ id, read }) => ({ id, read }));
  return { total, unread, page: pageOf(items), otherPage: pageOf(other.itemsIn("en")), otherTotal: other.recipient?.total ?? 0 };
}

async function expectExact(userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    const { total, unread, page } = await recountOf(userId);
    expect(await shown(userId)).toEqual({ total, unread, page, otherPage: page, otherTotal: total });
  }
}

const rowOf = (userId: string, seq: number): NotificationDoc => ({
  ...{ _id: uuid(), userId, eventId: uuid(), eventKey: "message_expired", data: null, read: false, readAt: null, seq },
  createdAt: service.runtime.clock.now(),
});

/** Adds and reads a notification like the last release, which stores totals but has no first pages. */
async function stepOfLastRelease(userId: string, adds: boolean): Promise<void> {
  const row = (await notifications().findOne({ userId, read: false })) ?? null;
  await connection().transaction(async (session) => {
    if (adds || row === null) {
      const change = { $inc: { total: 1, unread: 1, seq: 1 }, $setOnInsert: { locale: "en", localeVersion: 0 } };
      const options = { session, upsert: true, returnDocument: "after" } as const;
      const added = await recipients().findOneAndUpdate({ _id: userId as never }, change, options);
      await notifications().insertOne(rowOf(userId, Number(added?.seq)), { session });
      return;
    }
    const { modifiedCount } = await notifications().updateOne({ _id: row._id, read: false }, { $set: { read: true } }, { session });
    await recipients().updateOne({ _id: userId as never }, { $inc: { unread: -modifiedCount } }, { session });
  });
}

/** The process ends between two writes of a transaction. */
async function endedMidway(userId: string): Promise<void> {
  const { transaction, recipients: store } = otherProcess;
  const ending = transaction(async (tx) => {
    await store.addUnread(tx, await store.findNotified(tx, [userId]), [userId]);
    throw new Error("the process has ended");
  });
  await expect(ending).rejects.toThrow("has ended");
}

describe("totals and first pages of notifications", () => {
  it(
    "SPD-17 totals and first pages equal a recount after concurrent, aborted steps of two processes and one of the last release",
    async () => {
      const { faults } = service.runtime;
      const { below, pick } = seededRandom(17);
      const users = [uuid(), uuid()];
      for (const user of users) service.locales.set(user, "en");
      const steps: readonly (() => Promise<unknown>)[] = [
        () => service.deliver(sentTo(pick(users), "Ann"), sentTo(pick(users), "Ben")),
        async () => {
          const user = pick(users);
          const { items } = await service.list(user);
          const one = items[below(Math.max(1, items.length))];
          if (one) await service.as(user, markNotificationRead, { notificationId: one.id });
        },
        () => (below(8) === 0 ? service.as(pick(users), markAllNotificationsRead, {}) : service.list(pick(users))),
        () => otherProcess.firstPages.get(pick(users)),
        () => endedMidway(pick(users)),
        () => stepOfLastRelease(pick(users), below(2) === 0),
      ];
      for (let done = 0; done < STEPS; done += AT_ONCE) {
        // The process ends between the commit and its acknowledgement, so the event is delivered again.
        if (below(2) === 0) faults.arm({ point: "inbox.applied", mode: "error", times: 1 });
        await Promise.all(Array.from({ length: AT_ONCE }, () => pick(steps)()));
        faults.disarm();
        await expectExact([pick(users)]);
      }
      await expectExact(users);
      expect(await recountOfNextDay()).toBe(0);
    },
    STEPS * 2_000,
  );

  it("SPD-17 the nightly job corrects and counts totals after writes of a process that stores none", async () => {
    const user = uuid();
    service.locales.set(user, "en");
    await service.deliver(sentTo(user, "Ann"), sentTo(user, "Ben"));
    await expectExact([user]);
    const wrong = await recountOfNextDay();
    await notifications().insertMany([rowOf(user, 3), rowOf(user, 4)]);
    await notifications().updateOne({ userId: user, seq: 1 }, { $set: { read: true } });
    expect(await shown(user)).not.toMatchObject(await recountOf(user));
    expect(await recountOfNextDay()).toBe(wrong + 1);
    await expectExact([user]);
  });
});
