import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { countUnreadNotifications, markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { seededRandom } from "../support/random.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

/** `KEPT_STEPS=10000 npx jest test/notification/totals` for more. */
const STEPS = Number(process.env.KEPT_STEPS ?? 120);
const AT_ONCE = 6;

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

const recipients = () => service.runtime.database("notification").connection.collection("recipients");
const recountOfNextDay = async () => {
  service.runtime.clock.advance(DAY);
  await service.runtime.jobs.runNow("notification.recount");
  const samples = await service.runtime.metrics.samplesOf("kept_value_drift_total");
  return samples?.find(({ labels }) => labels.kind === "unread")?.value;
};

it(
  "SPD-17 the totals of notifications equal a recount after steps at once, and a wrong one is corrected and counted",
  async () => {
    const { below, pick } = seededRandom(17);
    const users = [uuid(), uuid()];
    const steps = [
      () => service.deliver(sentTo(pick(users), "Ann"), sentTo(pick(users), "Ben")),
      async () => {
        const [user] = [pick(users)];
        const { items } = await service.list(user);
        const one = items[below(Math.max(1, items.length))];
        if (one) await service.as(user, markNotificationRead, { notificationId: one.id });
      },
      () => (below(8) === 0 ? service.as(pick(users), markAllNotificationsRead, {}) : service.list(pick(users))),
    ];
    for (let done = 0; done < STEPS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, () => pick(steps)()));
    expect(await recountOfNextDay()).toBe(0);
    const [user = ""] = users;
    const { count } = await service.as(user, countUnreadNotifications, {});
    await recipients().updateOne({ _id: user as never }, { $inc: { unread: 3 } });
    expect(await recountOfNextDay()).toBe(1);
    expect(await service.as(user, countUnreadNotifications, {})).toEqual({ count });
  },
  STEPS * 2_000,
);
