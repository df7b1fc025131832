import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { NOTIFICATION_KEYS } from "#libs/contracts/notification/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { mailTokens } from "#services/notification/domain/mail-tokens.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

interface Preferences {
  readonly preferences: { readonly eventKey: string; readonly channels: Record<string, boolean>; readonly critical: boolean }[];
}

const PATH = "/notifications/preferences";
let system: TestSystem;
let user: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [user, creator] = await Promise.all([system.newUser({ displayName: "Finn" }), system.newCreator()]);
  await system.setConfig("dm.free_daily_limit", 1000);
  await system.setConfig("dm.free_per_creator_daily", 1000);
});
afterAll(() => system.stop());

const get = async (person: Person) => dataOf<Preferences>(await person.send("GET", PATH), 200).preferences;
const put = (person: Person, ...preferences: unknown[]) => person.send("PUT", PATH, { preferences });
const write = async () =>
  dataOf(await user.send("POST", "/messages", { receiverId: creator.userId, dmType: "FREE", content: `Hello ${uuid()}` }), 201);
const total = async (person: Person) => dataOf<{ total: number }>(await person.send("GET", "/notifications"), 200).total;
const kindsTo = (email: string) =>
  mailboxOf(system.runtime)
    .of(email)
    .map(({ kind }) => kind);

describe("preferences of notifications", () => {
  it("NTF-04 preferences list every key with its four channels, and require a token", async () => {
    expect(refusalOf(await system.send("GET", PATH))).toBe("401 error.unauthorized");
    expect(refusalOf(await system.send("PUT", PATH, { body: { preferences: [] } }))).toBe("401 error.unauthorized");
    const preferences = await get(user);
    expect(preferences.map(({ eventKey }) => eventKey)).toEqual([...NOTIFICATION_KEYS]);
    for (const preference of preferences) {
      expect(Object.keys(preference)).toEqual(["eventKey", "channels", "critical"]);
      expect(Object.keys(preference.channels)).toEqual(["IN_APP", "EMAIL", "PUSH", "SMS"]);
    }
    expect(preferences.find(({ eventKey }) => eventKey === "payout_processed")?.critical).toBe(true);
  });

  it("NTF-04 preferences refuse to switch off critical keys, and unknown keys, without changing anything", async () => {
    const before = await get(user);
    const harmless = { eventKey: "message_expired", channels: { IN_APP: false } };
    for (const { eventKey } of before.filter(({ critical }) => critical)) {
      const off = { eventKey, channels: { IN_APP: false, EMAIL: false, PUSH: false, SMS: false } };
      const reply = await put(user, harmless, off);
      expect([refusalOf(reply), reply.body.error.code]).toEqual(["400 notification.preferences.critical", "BUSINESS_RULE_VIOLATION"]);
    }
    const wrong: unknown[] = [
      { eventKey: "nothing", channels: {} },
      { channels: {} },
      "x",
      null,
      { eventKey: "message_expired", channels: [] },
    ];
    for (const preference of wrong) expect([preference, refusalOf(await put(user, harmless, preference))]).toEqual([preference, INVALID]);
    expect(await get(user)).toEqual(before);
  });

  it("NTF-04 preferences suppress the item or the mail of a key that is switched off", async () => {
    await write();
    await eventually(async () =>
      expect([await total(creator), kindsTo(creator.email)]).toEqual([1, expect.arrayContaining(["new_message_creator"])]),
    );
    dataOf(await put(creator, { eventKey: "new_message_creator", channels: { IN_APP: false } }), 200);
    await write();
    const mails = () => kindsTo(creator.email).filter((kind) => kind === "new_message_creator").length;
    await eventually(() => expect(mails()).toBe(2));
    expect(await total(creator)).toBe(1);
    dataOf(await put(creator, { eventKey: "new_message_creator", channels: { EMAIL: false, IN_APP: true } }), 200);
    await write();
    await eventually(async () => expect(await total(creator)).toBe(2));
    expect(mails()).toBe(2);
  });

  it("NTF-04 preferences return the same answer to a retry with an Idempotency-Key", async () => {
    const headers = { "idempotency-key": uuid() };
    const body = { preferences: [{ eventKey: "message_expired", channels: { SMS: true } }] };
    const [first, second] = [await user.send("PUT", PATH, body, { headers }), await user.send("PUT", PATH, body, { headers })];
    expect([second.body, second.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
  });

  it("preferences change by the one-click request of a mail program", async () => {
    const reader = await system.newUser();
    const tokens = mailTokens(system.runtime.env.secrets.pseudonymKey);
    const token = tokens.unsubscribeToken({ userId: reader.userId, eventKey: "message_replied_fan" });
    const answer = await fetch(`${system.base}/api/v1/notifications/unsubscribe/${token}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    const preference = (await get(reader)).find(({ eventKey }) => eventKey === "message_replied_fan");
    expect(preference?.channels).toEqual({ IN_APP: true, EMAIL: false, PUSH: false, SMS: false });
    expect(refusalOf(await system.send("POST", "/notifications/unsubscribe/forged.token"))).toBe(
      "400 email_subscription.error.invalid_token",
    );
  });
});

describe("e-mail subscriptions", () => {
  it("NOT-16 subscriptions are requested and confirmed once, and the user with that verified address is notified", async () => {
    const reader = await system.newUser();
    const reply = await system.send("POST", "/email-subscriptions", { body: { email: reader.email.toUpperCase() } });
    expect([reply.status, reply.body]).toEqual([202, { success: true }]);
    const token = await system.mailedToken(reader.email, "confirm_subscription");
    const confirm = (body: unknown) => system.send("POST", "/email-subscriptions/confirm", { body });
    expect(refusalOf(await confirm({ token: `${token}x` }))).toBe("400 email_subscription.error.invalid_token");
    expect(refusalOf(await confirm({}))).toBe(INVALID);
    expect((await confirm({ token })).body).toEqual({ success: true });
    expect(refusalOf(await confirm({ token }))).toBe("400 email_subscription.error.invalid_token");
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string }[] }>(await reader.send("GET", "/notifications"), 200);
      expect(items.map(({ eventKey }) => eventKey)).toEqual(["email_subscription_confirm"]);
    });
  });

  it("subscriptions return the same answer for a new, a pending and a confirmed address", async () => {
    const email = `s${uuid().slice(-12)}@example.org`;
    const subscribe = async () => {
      const { status, body } = await system.send("POST", "/email-subscriptions", { body: { email } });
      return [status, body];
    };
    const answers = [await subscribe(), await subscribe()];
    const token = await system.mailedToken(email, "confirm_subscription");
    await system.send("POST", "/email-subscriptions/confirm", { body: { token } });
    answers.push(await subscribe());
    expect(answers).toEqual([1, 2, 3].map(() => [202, { success: true }]));
    expect(kindsTo(email)).toEqual(["confirm_subscription"]);
  });

  it("THR-23 subscriptions share the rate limit of registrations", async () => {
    const reply = await system.send("POST", "/email-subscriptions", { body: { email: "limits@example.org" } });
    expect(reply.headers.get("ratelimit-policy")).toMatch(/^"mail_request"/);
  });
});
