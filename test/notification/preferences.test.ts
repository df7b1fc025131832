import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { countUnreadNotifications, getPreferences, NOTIFICATION_KEYS, setPreferences } from "#libs/contracts/notification.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { channelsOf, habits, silencesCritical } from "#services/notification/domain/preferences.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

type Wish = Parameters<typeof service.as<{ preferences: readonly unknown[] }, unknown>>[2]["preferences"];

const get = (userId: string) => service.as(userId, getPreferences, {});
const put = (userId: string, preferences: Wish, emailMode?: "INSTANT" | "DAILY" | "OFF") =>
  service.as(userId, setPreferences, { preferences: [...preferences] as never, emailMode });
const channelsIn = ({ preferences }: Awaited<ReturnType<typeof get>>, key: string) =>
  preferences.find(({ eventKey }) => eventKey === key)?.channels;

describe("the table of channels", () => {
  it("NTF-04 tells everything in the application, and of money and of the account by mail that cannot be switched off", () => {
    for (const key of NOTIFICATION_KEYS) expect([key, habits[key].channels.IN_APP]).toEqual([key, true]);
    const critical = ["account_deletion_scheduled", "moderation_appeal_decided", "payout_processed", "webhook_endpoint_disabled"] as const;
    expect(NOTIFICATION_KEYS.filter((key) => habits[key].critical).sort()).toEqual(critical);
    const channels = { IN_APP: true, EMAIL: true, PUSH: false, SMS: false };
    for (const key of critical) expect([key, habits[key]]).toEqual([key, { critical: true, channels }]);
  });

  it("NTF-04 a key that became critical speaks again whatever was switched before", () => {
    const switched = { payout_processed: { IN_APP: false, EMAIL: false, PUSH: true } };
    expect(channelsOf("payout_processed", switched)).toEqual({ IN_APP: true, EMAIL: true, PUSH: true, SMS: false });
  });

  it("NTF-04 what a critical key is not told through may be switched as one likes", () => {
    expect(silencesCritical("payout_processed", { PUSH: false, SMS: true, EMAIL: true })).toBe(false);
    expect(silencesCritical("payout_processed", { EMAIL: false })).toBe(true);
    expect(silencesCritical("message_expired", { IN_APP: false, EMAIL: false })).toBe(false);
  });
});

describe("preferences", () => {
  it("NTF-04 are the table until somebody sets something, every key once", async () => {
    const { preferences, emailMode } = await get(uuid());
    expect(preferences.map(({ eventKey }) => eventKey)).toEqual([...NOTIFICATION_KEYS]);
    expect(preferences).toEqual(NOTIFICATION_KEYS.map((eventKey) => ({ eventKey, ...habits[eventKey] })));
    expect(emailMode).toBe("INSTANT");
  });

  it("NTF-04 change by key and channel; what is not named stays", async () => {
    const user = uuid();
    await put(user, [{ eventKey: "new_message_creator", channels: { EMAIL: false } }]);
    const after = await put(user, [{ eventKey: "message_expired", channels: { EMAIL: true, IN_APP: null } }], "DAILY");
    expect(channelsIn(after, "new_message_creator")).toEqual({ IN_APP: true, EMAIL: false, PUSH: false, SMS: false });
    expect(channelsIn(after, "message_expired")).toEqual({ IN_APP: true, EMAIL: true, PUSH: false, SMS: false });
    expect(await get(user)).toEqual(after);
    expect(after.emailMode).toBe("DAILY");
    expect((await get(uuid())).emailMode).toBe("INSTANT");
  });

  it("NTF-04 an answer can be sent back as it is", async () => {
    const user = uuid();
    const { preferences } = await put(user, [{ eventKey: "message_expired", channels: { SMS: true } }]);
    expect((await put(user, preferences)).preferences).toEqual(preferences);
  });

  it("NTF-04 a critical key is not switched off, and nothing else of that request happens", async () => {
    const user = uuid();
    const both = [
      { eventKey: "message_expired", channels: { IN_APP: false } },
      { eventKey: "payout_processed", channels: { IN_APP: false, EMAIL: false, PUSH: false, SMS: false } },
    ];
    expect(await outcomeOf(put(user, both, "OFF"))).toBe("notification.preferences.critical");
    expect(await get(user)).toEqual(await get(uuid()));
  });

  it.each([
    ["an unknown key", [{ eventKey: "nothing_of_ours", channels: {} }]],
    ["a key of every object", [{ eventKey: "__proto__", channels: {} }]],
    ["no channels", [{ eventKey: "message_expired" }]],
    ["a channel that is no switch", [{ eventKey: "message_expired", channels: { EMAIL: "yes" } }]],
    ["an operator", [{ eventKey: { $ne: null }, channels: {} }]],
    ["an operator as a channel", [{ eventKey: "message_expired", channels: { EMAIL: { $ne: 1 } } }]],
    ["more than a hundred", Array.from({ length: 101 }, () => ({ eventKey: "message_expired", channels: {} }))],
  ])("NTF-04 %s is refused", async (_what, wish) => {
    expect(await outcomeOf(put(uuid(), wish))).toBe("error.validation_failed");
  });

  it("NTF-04 changes made at the same time all stay, also the first ones of a user", async () => {
    const user = uuid();
    const free = NOTIFICATION_KEYS.filter((key) => !habits[key].critical);
    const outcomes = await Promise.all(
      free.flatMap((eventKey) => [
        outcomeOf(put(user, [{ eventKey, channels: { PUSH: true } }])),
        outcomeOf(put(user, [{ eventKey, channels: { SMS: true } }])),
      ]),
    );
    expect(new Set(outcomes)).toEqual(new Set(["ok"]));
    const after = await get(user);
    for (const key of free) expect([key, channelsIn(after, key)]).toMatchObject([key, { PUSH: true, SMS: true }]);
  });

  it("NTF-04 with IN_APP off there is no item; switched on again there is", async () => {
    const user = uuid();
    await put(user, [{ eventKey: "new_message_creator", channels: { IN_APP: false } }]);
    await service.deliver(sentTo(user));
    expect((await service.list(user)).total).toBe(0);
    await put(user, [{ eventKey: "new_message_creator", channels: { IN_APP: true } }]);
    await service.deliver(sentTo(user));
    expect((await service.list(user)).total).toBe(1);
    expect(await service.as(user, countUnreadNotifications, {})).toEqual({ count: 1 });
  });
});
