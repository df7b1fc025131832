import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { getContact } from "#libs/contracts/account/index.ts";
import { messageExpired, messageRejected } from "#libs/contracts/messaging/index.ts";
import { getPreferences, setPreferences, unsubscribeMails } from "#libs/contracts/notification/index.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { sendDispatches } from "#services/notification/dispatch/send-dispatches.ts";
import { outcomeOf } from "../support/act-as.ts";
import { within } from "../support/within.ts";
import { aMessage, type Contact, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

/** A user with contact data. */
function newReader(contact: Partial<Contact> = {}): { userId: string; email: string } {
  const userId = uuid();
  const email = `u${userId.slice(-12)}@example.org`;
  service.contacts.set(userId, { email, ...contact });
  return { userId, email };
}

const rowsOf = (userId: string) =>
  service.runtime.database("notification").connection.collection("notification_dispatches").find({ userId }).toArray();
const statusesOf = async (userId: string) => (await rowsOf(userId)).map(({ status, reason }) => [status, reason]);
const switchEmail = (userId: string, eventKey: "new_message_creator" | "message_expired", EMAIL: boolean) =>
  service.as(userId, setPreferences, { preferences: [{ eventKey, channels: { EMAIL } }] });

describe("mails of notifications", () => {
  it("NTF-04 mails are sent once to the verified address, with the text of the list", async () => {
    const { userId, email } = newReader();
    const sent = sentTo(userId, "Ada <b>&");
    await service.deliver(sent);
    await service.redeliver(sent);
    await service.send();
    await service.send();
    const [mail, ...others] = await service.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "New message", kind: "new_message_creator", locale: "en" });
    expect(mail?.text).toContain("Ada <b>& sent you a message.");
    expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/messages\/[0-9a-f-]{36}/);
    expect(mail?.html).toContain("Ada &lt;b&gt;&amp; sent you a message.");
    expect(mail?.html).not.toContain("<b>");
    expect(await statusesOf(userId)).toEqual([["SENT", null]]);
  });

  it("NTF-06 mails say a name in one line and make no link of it", async () => {
    const { userId, email } = newReader();
    await service.deliver(sentTo(userId, "Platform\n\nYour account is locked:\nhttps://evil.example/unlock"));
    const [mail] = await service.send().then(() => service.mailsTo(email));
    expect(mail?.text).toMatch(/^Platform Your account is locked: https:\/\/evil\.example\/unlock sent you a message\.$/m);
    expect(new Set(mail?.html?.match(/href="https?:..[^/]+/g))).toEqual(new Set(['href="http://127.0.0.1:3000']));
  });

  it.each(LOCALES)("NOT-11 mails are written in the language of their reader: %s", async (locale: Locale) => {
    const { userId, email } = newReader({ locale });
    await service.deliver(sentTo(userId, "Ada"));
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.locale).toBe(locale);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|mail\.[a-z_]+\.|undefined/);
    expect(mail?.html).toContain(`lang="${locale}" dir="${["ar", "he"].includes(locale) ? "rtl" : "ltr"}"`);
  });

  it("NTF-04 mails are not stored for a key whose EMAIL is off; in mode OFF only critical ones are", async () => {
    const [one, two] = [newReader(), newReader()];
    await switchEmail(one.userId, "new_message_creator", false);
    await service.as(two.userId, setPreferences, { preferences: [], emailMode: "OFF" });
    await service.deliver(sentTo(one.userId), sentTo(two.userId));
    await service.send();
    for (const { userId, email } of [one, two]) {
      expect([await rowsOf(userId), await service.mailsTo(email)]).toEqual([[], []]);
      expect((await service.list(userId)).total).toBe(1);
    }
    const paid = { payoutId: uuid(), creatorId: uuid(), userId: two.userId, amount: "12.50", currency: "EUR", status: "PAID" } as const;
    await service.deliver(envelopeOf(payoutProcessed, { ...paid, reason: null }));
    await service.send();
    const critical = await service.mailsTo(two.email);
    expect(critical.map(({ kind, unsubscribeUrl }) => [kind, unsubscribeUrl])).toEqual([["payout_processed", undefined]]);
  });

  it("NTF-04 mails are sent without an item in the list when IN_APP is off and EMAIL is on", async () => {
    const { userId, email } = newReader();
    const channels = { IN_APP: false, EMAIL: true };
    await service.as(userId, setPreferences, { preferences: [{ eventKey: "message_expired", channels }] });
    await service.deliver(envelopeOf(messageExpired, { ...aMessage({ senderId: userId }), refunded: false, expiredAt: null }));
    await service.send();
    expect((await service.list(userId)).total).toBe(0);
    expect((await service.mailsTo(email)).map(({ kind }) => kind)).toEqual(["message_expired"]);
  });

  it("NTF-04 mails are skipped for an unverified address and for an unknown user", async () => {
    const unverified = newReader({ emailVerified: false });
    const unknownUserId = uuid();
    await service.deliver(sentTo(unverified.userId), sentTo(unknownUserId));
    await service.send();
    expect(await service.mailsTo(unverified.email)).toEqual([]);
    expect([await statusesOf(unverified.userId), await statusesOf(unknownUserId)]).toEqual([
      [["SKIPPED", "NO_ADDRESS"]],
      [["SKIPPED", "NO_USER"]],
    ]);
  });

  it("mails contain the amount, and never the text of a user", async () => {
    const { userId, email } = newReader();
    const rejection = {
      ...aMessage({ senderId: userId, price: "7.00" }),
      refunded: true,
      rejectedBy: "CREATOR",
      reason: "a secret reason",
    } as const;
    await service.deliver(envelopeOf(messageRejected, rejection));
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.text).toContain("€7.00");
    expect(JSON.stringify(mail)).not.toContain("a secret reason");
  });

  it("mails are not retried when the provider refuses them for good", async () => {
    const { userId, email } = newReader({ email: "not an address" });
    await service.deliver(sentTo(userId));
    await service.send();
    expect([await statusesOf(userId), await service.mailsTo(email)]).toEqual([[["FAILED", "REFUSED"]], []]);
  });

  it("mails are retried with growing delays while the provider fails, and fail after six attempts", async () => {
    const { userId, email } = newReader();
    const setProvider = (value: string) =>
      service.runtime.config.update({
        revision: uuid(),
        values: [{ key: "provider.email", value, scope: null }],
        flags: [],
        killSwitches: [],
      });
    setProvider("smtp");
    await service.deliver(sentTo(userId));
    const seen: unknown[] = [];
    try {
      for (const delay of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR]) {
        service.runtime.clock.advance(delay - 1_000);
        await service.send();
        service.runtime.clock.advance(1_000);
        await service.send();
        seen.push((await rowsOf(userId)).map(({ attempts, status }) => [attempts, status]));
      }
    } finally {
      service.runtime.clock.reset();
      setProvider("folder");
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((attempts) => [[attempts, attempts < 6 ? "PENDING" : "FAILED"]]));
    expect(await service.mailsTo(email)).toEqual([]);
  });

  it("mails are skipped while the provider slot is off", async () => {
    const { userId } = newReader();
    const setProvider = (value: string) =>
      service.runtime.config.update({
        revision: uuid(),
        values: [{ key: "provider.email", value, scope: null }],
        flags: [],
        killSwitches: [],
      });
    setProvider("off");
    await service.deliver(sentTo(userId));
    await service.send();
    setProvider("folder");
    expect(await statusesOf(userId)).toEqual([["SKIPPED", "PROVIDER_OFF"]]);
  });

  it("mails are sent once when three processes send at the same time", async () => {
    const readers = Array.from({ length: 30 }, () => newReader());
    await service.deliver(...readers.map(({ userId }) => sentTo(userId)));
    const others = [liveDeps(service.runtime), liveDeps(service.runtime)];
    for (const deps of others) deps.services.bind(service.broker, [getContact]);
    await Promise.all([service.send(), ...others.map((deps) => sendDispatches(deps))]);
    for (const { email } of readers) expect(await service.mailsTo(email)).toHaveLength(1);
  });

  it("mails are sent again with the same id when a process dies between sending and recording", async () => {
    const { userId, email } = newReader();
    await service.deliver(sentTo(userId));
    service.runtime.faults.arm({ point: "notification.dispatch.sent", mode: "error", times: 1 });
    await service.send();
    expect(service.runtime.faults.armed()).toEqual([]);
    await service.send();
    expect(await service.mailsTo(email)).toHaveLength(1);
    service.runtime.clock.advance(6 * MINUTE);
    try {
      await service.send();
    } finally {
      service.runtime.clock.reset();
    }
    const mails = await service.mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
    expect(await statusesOf(userId)).toEqual([["SENT", null]]);
  });

  it("mails wait while the account service is unavailable, without a failed attempt", async () => {
    const { userId, email } = newReader();
    await service.deliver(sentTo(userId));
    const account = service.broker.getLocalService("account");
    await service.broker.destroyService(account);
    await service.send();
    expect(await rowsOf(userId)).toMatchObject([{ status: "PENDING", reason: "AWAY", attempts: 0 }]);
    service.broker.createService({ name: "account", actions: account.schema.actions ?? {} });
    service.runtime.clock.advance(MINUTE);
    try {
      await service.send();
    } finally {
      service.runtime.clock.reset();
    }
    expect(await service.mailsTo(email)).toHaveLength(1);
  });
});

describe("the unsubscribe link of a mail", () => {
  const tokenIn = (url = "") => url.slice(url.lastIndexOf("/") + 1);
  const unsubscribe = (token: string) => call(service.broker, unsubscribeMails, { token });

  it("NTF-04 the unsubscribe link switches off the mails of its key for its user, and nothing else", async () => {
    const [reader, other] = [newReader(), newReader()];
    await service.deliver(sentTo(reader.userId), sentTo(other.userId));
    await service.send();
    const [mail] = await service.mailsTo(reader.email);
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/v1\/notifications\/unsubscribe\/[\w.-]+$/);
    await unsubscribe(tokenIn(mail?.unsubscribeUrl));
    await unsubscribe(tokenIn(mail?.unsubscribeUrl));
    await service.deliver(sentTo(reader.userId), sentTo(other.userId));
    await service.send();
    expect([(await service.mailsTo(reader.email)).length, (await service.mailsTo(other.email)).length]).toEqual([1, 2]);
    expect((await service.list(reader.userId)).total).toBe(2);
    expect((await service.as(reader.userId, getPreferences, {})).emailMode).toBe("INSTANT");
  });

  it("NTF-04 the unsubscribe link is refused when it is forged", async () => {
    const { userId } = newReader();
    const { tokens } = liveDeps(service.runtime);
    const good = tokens.unsubscribeToken({ userId, eventKey: "new_message_creator" });
    const forged = [
      good.replace(userId, uuid()),
      good.slice(0, -2),
      "",
      ".",
      "x.y.z",
      good.replace("new_message_creator", "all"),
      tokens.leaveToken(userId),
    ];
    for (const token of forged)
      expect([token, await outcomeOf(unsubscribe(token))]).toEqual([token, "email_subscription.error.invalid_token"]);
  });

  it("NTF-04 the unsubscribe link of a digest ends all mails but the critical ones", async () => {
    const { userId } = newReader();
    const { tokens } = liveDeps(service.runtime);
    await unsubscribe(tokens.unsubscribeToken({ userId, eventKey: null }));
    await service.deliver(sentTo(userId));
    expect(await rowsOf(userId)).toEqual([]);
  });
});

describe("the retry delays", () => {
  it("the retry delays grow from one minute to eight hours, and end after six attempts", async () => {
    const { retryDelay } = await import("#services/notification/domain/retry-delay.ts");
    const delays = [1, 2, 3, 4, 5, 6].map(retryDelay);
    expect(delays).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, null]);
  });
});

describe("the sending during a shutdown", () => {
  it("OPS-11 the sending does not wait for a provider, and releases the dispatches that it has not begun", async () => {
    const own = await startFixture();
    await own.runtime.jobs.remove("notification.send-dispatches");
    const userIds = Array.from({ length: 20 }, () => uuid());
    for (const userId of userIds) own.contacts.set(userId, { email: `u${userId.slice(-12)}@example.org` });
    await own.deliver(...userIds.map((userId) => sentTo(userId)));
    const deps = liveDeps(own.runtime);
    deps.services.bind(own.broker, [getContact]);
    let begun = 0;
    const stuck = () => {
      begun += 1;
      return new Promise<never>(() => undefined);
    };
    const email = { ...deps.providers.email, activeName: () => "stuck", use: () => ({ send: stuck }) };
    const shutdown = { hasBegun: () => begun === 5 };
    await within(8_000, sendDispatches({ ...deps, providers: { ...deps.providers, email }, shutdown }));
    const rows = await own.runtime.database("notification").connection.collection("notification_dispatches").find().toArray();
    const free = rows.filter(({ lease }) => lease === null);
    expect([begun, free.length, rows.length]).toEqual([5, 15, 20]);
    for (const row of free) expect(row).toMatchObject({ status: "PENDING", attempts: 0 });
    await own.stop();
  });
});
