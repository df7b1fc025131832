import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { countUnreadNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { removeOldNotifications } from "#services/notification/retention/remove-old-notifications.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

const NOW = new Date("2033-01-01T00:00:00Z");
const at = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY).toISOString();

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
  service.runtime.clock.set(NOW);
});
afterEach(() => service.runtime.clock.set(NOW));
afterAll(() => service.stop());

const remove = () => service.runtime.jobs.runNow("notification.remove-old");
const totals = async (userId: string) => [
  (await service.list(userId)).total,
  (await service.list(userId, { read: "true" })).total,
  (await service.as(userId, countUnreadNotifications, {})).count,
];

describe("the retention of notifications", () => {
  it("removes notifications after 180 days and keeps the totals exact", async () => {
    const user = uuid();
    const old = [200, 190, 181].map((days) => sentTo(user, "Old", { at: at(days) }));
    const stored = [179, 1].map((days) => sentTo(user, "Cached", { at: at(days) }));
    await service.deliver(...old, ...stored);
    const { items } = await service.list(user);
    for (const item of [items.at(-1), items[0]]) await service.as(user, markNotificationRead, { notificationId: item?.id ?? "" });
    await remove();
    expect(await totals(user)).toEqual([2, 1, 1]);
    expect((await service.list(user)).items.map(({ body }) => body)).toEqual(["Cached sent you a message.", "Cached sent you a message."]);
    await remove();
    expect(await totals(user)).toEqual([2, 1, 1]);
  });

  it("removes the old notifications of the others also when those of one person fail", async () => {
    const users = [uuid(), uuid()];
    await service.deliver(...users.map((user, index) => sentTo(user, "Ada", { at: at(200 - index) })));
    const deps = liveDeps(service.runtime);
    const subtract: typeof deps.recipients.subtract = async (tx, userId, ...counts) => {
      if (userId === users[0]) throw new Error("fails each time");
      return deps.recipients.subtract(tx, userId, ...counts);
    };
    await removeOldNotifications({ ...deps, recipients: { ...deps.recipients, subtract } });
    expect((await Promise.all(users.map(totals))).map(([total]) => total)).toEqual([1, 0]);
    await remove();
    expect((await Promise.all(users.map(totals))).map(([total]) => total)).toEqual([0, 0]);
  });

  it("follows the setting notification.retention_days", async () => {
    const user = uuid();
    await service.deliver(sentTo(user, "Ada", { at: at(40) }), sentTo(user, "Ada", { at: at(20) }));
    const setRetentionDays = (value: number) =>
      service.runtime.config.update({
        revision: uuid(),
        values: [{ key: "notification.retention_days", value, scope: null }],
        flags: [],
        killSwitches: [],
      });
    setRetentionDays(30);
    await remove();
    setRetentionDays(180);
    expect(await totals(user)).toEqual([1, 0, 1]);
  });

  it("keeps the totals exact while two processes remove and users read and get notifications", async () => {
    const users = Array.from({ length: 6 }, () => uuid());
    await service.deliver(
      ...users.flatMap((user) => Array.from({ length: 12 }, (_, index) => sentTo(user, "Ada", { at: at(170 + 2 * index) }))),
    );
    const deps = liveDeps(service.runtime);
    await Promise.all([
      remove(),
      removeOldNotifications(deps),
      ...users.map((user) => service.as(user, markAllNotificationsRead, {})),
      service.deliver(...users.map((user) => sentTo(user, "Ada", { at: at(1) }))),
    ]);
    await remove();
    const rows = service.runtime.database("notification").connection.collection("notifications");
    for (const user of users) {
      const count = (filter: object) => rows.countDocuments({ userId: user, ...filter });
      expect(await totals(user)).toEqual([await count({}), await count({ read: true }), await count({ read: false })]);
      expect(await count({ createdAt: { $lt: new Date(at(180)) } })).toBe(0);
    }
  });
});
