import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { countUnreadNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
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

async function firstId(userId: string): Promise<string> {
  return (await service.list(userId)).items[0]?.id ?? "";
}

const unreadOf = async (userId: string) => (await service.as(userId, countUnreadNotifications, {})).count;
const mark = (userId: string, notificationId: string) => service.as(userId, markNotificationRead, { notificationId });

/** The stored totals of a user, and a recount of the notifications. */
async function totalsOf(userId: string) {
  const database = service.runtime.database("notification").connection;
  const rows = database.collection("notifications");
  const stored = await database.collection<{ _id: string; total: number; unread: number }>("recipients").findOne({ _id: userId });
  const counted = { total: await rows.countDocuments({ userId }), unread: await rows.countDocuments({ userId, read: false }) };
  return { stored: { total: stored?.total ?? 0, unread: stored?.unread ?? 0 }, counted };
}

describe("notification.markRead", () => {
  it("NTF-01 marks the notification as read with the time", async () => {
    const user = uuid();
    await notifyTimes(user, 2);
    const before = service.runtime.clock.now().getTime();
    await mark(user, await firstId(user));
    const [item] = (await service.list(user)).items;
    expect(item?.read).toBe(true);
    expect(Date.parse(item?.readAt ?? "")).toBeGreaterThanOrEqual(before);
    expect(await unreadOf(user)).toBe(1);
  });

  it("NTF-01 changes nothing when it is repeated", async () => {
    const user = uuid();
    await notifyTimes(user, 1);
    const id = await firstId(user);
    await mark(user, id);
    const [first] = (await service.list(user)).items;
    service.runtime.clock.advance(60_000);
    await mark(user, id);
    expect((await service.list(user)).items).toEqual([first]);
    expect(await unreadOf(user)).toBe(0);
  });

  it("NTF-01 counts twenty parallel requests once", async () => {
    const user = uuid();
    await notifyTimes(user, 3);
    const id = await firstId(user);
    await Promise.all(Array.from({ length: 20 }, () => mark(user, id)));
    expect(await unreadOf(user)).toBe(2);
    expect(await totalsOf(user)).toEqual({ stored: { total: 3, unread: 2 }, counted: { total: 3, unread: 2 } });
  });

  it("NTF-01 answers 404 for a foreign, an unknown and a malformed id", async () => {
    const [owner, stranger] = [uuid(), uuid()];
    await notifyTimes(owner, 1);
    for (const id of [await firstId(owner), uuid(), "no-uuid", "$ne", ""]) {
      await expect(mark(stranger, id)).rejects.toMatchObject({ key: "notification.error.not_found", code: 404 });
    }
    expect(await unreadOf(owner)).toBe(1);
  });
});

describe("notification.markAllRead", () => {
  it("NTF-02 marks all and returns how many were unread", async () => {
    const [user, other] = [uuid(), uuid()];
    await notifyTimes(user, 4);
    await notifyTimes(other, 1);
    await mark(user, await firstId(user));
    expect(await service.as(user, markAllNotificationsRead, {})).toEqual({ updated: 3 });
    expect(await service.as(user, markAllNotificationsRead, {})).toEqual({ updated: 0 });
    expect((await service.list(user, { read: "true" })).total).toBe(4);
    expect(await unreadOf(other)).toBe(1);
  });

  it("NTF-02 marks more notifications than one batch", async () => {
    const user = uuid();
    const createdAt = service.runtime.clock.now();
    const rows = Array.from({ length: 1_203 }, () => ({
      _id: uuid(),
      userId: user,
      eventId: uuid(),
      eventKey: "new_message_creator",
      data: null,
      read: false,
      readAt: null,
      createdAt,
    }));
    const database = service.runtime.database("notification").connection;
    await database.collection<{ _id: string }>("notifications").insertMany(rows);
    const recipient = { _id: user, locale: "en", localeVersion: 1, total: 1_203, unread: 1_203 };
    await database.collection<{ _id: string }>("recipients").insertOne(recipient);
    expect(await service.as(user, markAllNotificationsRead, {})).toEqual({ updated: 1_203 });
    expect(await totalsOf(user)).toEqual({ stored: { total: 1_203, unread: 0 }, counted: { total: 1_203, unread: 0 } });
  });

  it("NTF-02 NTF-03 keeps the totals exact while items arrive and are read at the same time", async () => {
    const user = uuid();
    await notifyTimes(user, 10);
    const { items } = await service.list(user);
    const work = [
      service.deliver(...Array.from({ length: 10 }, () => sentTo(user))),
      service.as(user, markAllNotificationsRead, {}),
      ...items.map(({ id }) => mark(user, id)),
      service.as(user, markAllNotificationsRead, {}),
    ];
    await Promise.all(work);
    const { stored, counted } = await totalsOf(user);
    expect(stored).toEqual(counted);
    expect(stored.total).toBe(20);
  });
});

describe("notification.countUnread", () => {
  it("NTF-03 is exact beyond 99, and zero for a user without notifications", async () => {
    const user = uuid();
    await notifyTimes(user, 105);
    expect(await unreadOf(user)).toBe(105);
    expect(await unreadOf(uuid())).toBe(0);
  });
});
