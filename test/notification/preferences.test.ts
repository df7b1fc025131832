import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { countUnreadNotifications, getPreferences, NOTIFICATION_KEYS, setPreferences } from "#libs/contracts/notification/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { CHANNEL_DEFAULTS, channelsOf, disablesCritical } from "#services/notification/domain/preferences.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

type Preferences = Parameters<typeof service.as<{ preferences: readonly unknown[] }, unknown>>[2]["preferences"];

const get = (userId: string) => service.as(userId, getPreferences, {});
const put = (userId: string, preferences: Preferences, emailMode?: "INSTANT" | "DAILY" | "OFF") =>
  service.as(userId, setPreferences, { preferences: [...preferences] as never, emailMode });
const channelsIn = ({ preferences }: Awaited<ReturnType<typeof get>>, key: string) =>
  preferences.find(({ eventKey }) => eventKey === key)?.channels;

describe("the default channels", () => {
  it("NTF-04 the default channels include IN_APP for every key but confirmations of own deeds, and critical mails for money and the account", () => {
    const byMailAlone = NOTIFICATION_KEYS.filter((key) => !CHANNEL_DEFAULTS[key].channels.IN_APP);
    expect(byMailAlone).toEqual(["message_sent_fan", "wallet_topped_up"]);
    for (const key of byMailAlone) expect(CHANNEL_DEFAULTS[key].channels.EMAIL).toBe(true);
    const critical = [
      "account_deletion_cancelled",
      "account_deletion_scheduled",
      "chargeback_opened",
      "chargeback_resolved",
      "closing_money",
      "debt_written_off",
      "earnings_on_hold",
      "earnings_reversed",
      "guard_tripped",
      "moderation_appeal_decided",
      "payout_destination_changed",
      "payout_failed",
      "payout_processed",
      "payout_requested",
      "price_given_back",
      "refund_sent",
      "security_changed",
      "security_new_login",
      "staff_factor_enrolled",
      "staff_joined",
      "topup_returned",
      "topup_review",
      "wallet_corrected",
      "webhook_endpoint_disabled",
    ] as const;
    expect(NOTIFICATION_KEYS.filter((key) => CHANNEL_DEFAULTS[key].critical).sort()).toEqual(critical);
    for (const key of critical) {
      // The mails about the security of an account are those of the account service.
      const channels = { IN_APP: true, EMAIL: key !== "security_changed", PUSH: false, SMS: false };
      expect([key, CHANNEL_DEFAULTS[key]]).toEqual([key, { critical: true, channels }]);
    }
  });

  it("NTF-04 the default channels are on again for a key that became critical after it was switched off", () => {
    const switched = { payout_processed: { IN_APP: false, EMAIL: false, PUSH: true } };
    expect(channelsOf("payout_processed", switched)).toEqual({ IN_APP: true, EMAIL: true, PUSH: true, SMS: false });
  });

  it("NTF-04 the default channels leave the other channels of a critical key to the user", () => {
    expect(disablesCritical("payout_processed", { PUSH: false, SMS: true, EMAIL: true })).toBe(false);
    expect(disablesCritical("payout_processed", { EMAIL: false })).toBe(true);
    expect(disablesCritical("message_expired", { IN_APP: false, EMAIL: false })).toBe(false);
  });
});

describe("preferences", () => {
  it("NTF-04 preferences are the defaults of every key until the user changes one", async () => {
    const { preferences, emailMode } = await get(uuid());
    expect(preferences.map(({ eventKey }) => eventKey)).toEqual([...NOTIFICATION_KEYS]);
    expect(preferences).toEqual(NOTIFICATION_KEYS.map((eventKey) => ({ eventKey, ...CHANNEL_DEFAULTS[eventKey] })));
    expect(emailMode).toBe("INSTANT");
  });

  it("NTF-04 preferences change by key and channel; all others stay as they are", async () => {
    const user = uuid();
    await put(user, [{ eventKey: "new_message_creator", channels: { EMAIL: false } }]);
    const after = await put(user, [{ eventKey: "message_expired", channels: { EMAIL: true, IN_APP: null } }], "DAILY");
    expect(channelsIn(after, "new_message_creator")).toEqual({ IN_APP: true, EMAIL: false, PUSH: false, SMS: false });
    expect(channelsIn(after, "message_expired")).toEqual({ IN_APP: true, EMAIL: true, PUSH: false, SMS: false });
    expect(await get(user)).toEqual(after);
    expect(after.emailMode).toBe("DAILY");
    expect((await get(uuid())).emailMode).toBe("INSTANT");
  });

  it("NTF-04 preferences accept their own answer as a request", async () => {
    const user = uuid();
    const { preferences } = await put(user, [{ eventKey: "message_expired", channels: { SMS: true } }]);
    expect((await put(user, preferences)).preferences).toEqual(preferences);
  });

  it("NTF-04 preferences refuse to switch off a critical key, and then apply nothing of the request", async () => {
    const user = uuid();
    const changes = [
      { eventKey: "message_expired", channels: { IN_APP: false } },
      { eventKey: "payout_processed", channels: { IN_APP: false, EMAIL: false, PUSH: false, SMS: false } },
    ];
    expect(await outcomeOf(put(user, changes, "OFF"))).toBe("notification.preferences.critical");
    expect(await get(user)).toEqual(await get(uuid()));
  });

  it.each([
    ["an unknown key", [{ eventKey: "nothing_of_ours", channels: {} }]],
    ["a key of every JavaScript object", [{ eventKey: "__proto__", channels: {} }]],
    ["no channels", [{ eventKey: "message_expired" }]],
    ["a channel that is not a boolean", [{ eventKey: "message_expired", channels: { EMAIL: "yes" } }]],
    ["an operator", [{ eventKey: { $ne: null }, channels: {} }]],
    ["an operator as a channel", [{ eventKey: "message_expired", channels: { EMAIL: { $ne: 1 } } }]],
    ["more than a hundred", Array.from({ length: 101 }, () => ({ eventKey: "message_expired", channels: {} }))],
  ])("NTF-04 preferences refuse %s", async (_name, preferences) => {
    expect(await outcomeOf(put(uuid(), preferences))).toBe("error.validation_failed");
  });

  it("NTF-04 preferences keep all changes made at the same time, also the first ones of a user", async () => {
    const user = uuid();
    const nonCritical = NOTIFICATION_KEYS.filter((key) => !CHANNEL_DEFAULTS[key].critical);
    const outcomes = await Promise.all(
      nonCritical.flatMap((eventKey) => [
        outcomeOf(put(user, [{ eventKey, channels: { PUSH: true } }])),
        outcomeOf(put(user, [{ eventKey, channels: { SMS: true } }])),
      ]),
    );
    expect(new Set(outcomes)).toEqual(new Set(["ok"]));
    const after = await get(user);
    for (const key of nonCritical) expect([key, channelsIn(after, key)]).toMatchObject([key, { PUSH: true, SMS: true }]);
  });

  it("NTF-04 preferences add no item while IN_APP is off, and one again when it is on", async () => {
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
