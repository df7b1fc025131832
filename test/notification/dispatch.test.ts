import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { messageExpired, messageRejected } from "#libs/contracts/messaging.ts";
import { getPreferences, setPreferences, unsubscribeMails } from "#libs/contracts/notification.ts";
import { payoutProcessed } from "#libs/contracts/payouts.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { sendDispatches } from "#services/notification/dispatch/send-dispatches.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { aMessage, type Contact, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

/** Somebody who can be reached. */
function somebody(contact: Partial<Contact> = {}): { userId: string; email: string } {
  const userId = uuid();
  const email = `u${userId.slice(-12)}@example.org`;
  service.contacts.set(userId, { email, ...contact });
  return { userId, email };
}

const rowsOf = (userId: string) =>
  service.runtime.database("notification").collection("notification_dispatches").find({ userId }).toArray();
const statusesOf = async (userId: string) => (await rowsOf(userId)).map(({ status, reason }) => [status, reason]);
const switchEmail = (userId: string, eventKey: "new_message_creator" | "message_expired", EMAIL: boolean) =>
  service.as(userId, setPreferences, { preferences: [{ eventKey, channels: { EMAIL } }] });

describe("mails of notifications", () => {
  it("NTF-04 go to a verified address, once, in the words of the list", async () => {
    const { userId, email } = somebody();
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

  it.each(LOCALES)("NOT-11 are in the language of their reader: %s", async (locale: Locale) => {
    const { userId, email } = somebody({ locale });
    await service.deliver(sentTo(userId, "Ada"));
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.locale).toBe(locale);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|mail\.[a-z_]+\.|undefined/);
    expect(mail?.html).toContain(`lang="${locale}" dir="${["ar", "he"].includes(locale) ? "rtl" : "ltr"}"`);
  });

  it("NTF-04 are not written for a key whose e-mail is off, and for none in mode OFF but the critical ones", async () => {
    const [one, two] = [somebody(), somebody()];
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

  it("NTF-04 with IN_APP off and EMAIL on there is a mail and no item", async () => {
    const { userId, email } = somebody();
    const channels = { IN_APP: false, EMAIL: true };
    await service.as(userId, setPreferences, { preferences: [{ eventKey: "message_expired", channels }] });
    await service.deliver(envelopeOf(messageExpired, { ...aMessage({ senderId: userId }), refunded: false, expiredAt: null }));
    await service.send();
    expect((await service.list(userId)).total).toBe(0);
    expect((await service.mailsTo(email)).map(({ kind }) => kind)).toEqual(["message_expired"]);
  });

  it("NTF-04 are not sent to an address that nobody has proven to own, nor to nobody", async () => {
    const unproven = somebody({ emailVerified: false });
    const nobody = uuid();
    await service.deliver(sentTo(unproven.userId), sentTo(nobody));
    await service.send();
    expect(await service.mailsTo(unproven.email)).toEqual([]);
    expect([await statusesOf(unproven.userId), await statusesOf(nobody)]).toEqual([[["SKIPPED", "NO_ADDRESS"]], [["SKIPPED", "NO_USER"]]]);
  });

  it("name amounts, and never what was written", async () => {
    const { userId, email } = somebody();
    const refused = {
      ...aMessage({ senderId: userId, price: "7.00" }),
      refunded: true,
      rejectedBy: "CREATOR",
      reason: "a secret reason",
    } as const;
    await service.deliver(envelopeOf(messageRejected, refused));
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.text).toContain("€7.00");
    expect(JSON.stringify(mail)).not.toContain("a secret reason");
  });

  it("are not tried again when the provider will never take them", async () => {
    const { userId, email } = somebody({ email: "not an address" });
    await service.deliver(sentTo(userId));
    await service.send();
    expect([await statusesOf(userId), await service.mailsTo(email)]).toEqual([[["FAILED", "REFUSED"]], []]);
  });

  it("are tried again while the provider fails, at growing distances, and given up in the end", async () => {
    const { userId, email } = somebody();
    const provider = (value: string) =>
      service.runtime.config.update({
        revision: uuid(),
        values: [{ key: "provider.email", value, scope: null }],
        flags: [],
        killSwitches: [],
      });
    provider("smtp");
    await service.deliver(sentTo(userId));
    const seen: unknown[] = [];
    try {
      for (const wait of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR]) {
        service.runtime.clock.advance(wait - 1_000);
        await service.send();
        service.runtime.clock.advance(1_000);
        await service.send();
        seen.push((await rowsOf(userId)).map(({ attempts, status }) => [attempts, status]));
      }
    } finally {
      service.runtime.clock.reset();
      provider("folder");
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((attempts) => [[attempts, attempts < 6 ? "PENDING" : "FAILED"]]));
    expect(await service.mailsTo(email)).toEqual([]);
  });

  it("are dropped while the slot is off", async () => {
    const { userId } = somebody();
    const provider = (value: string) =>
      service.runtime.config.update({
        revision: uuid(),
        values: [{ key: "provider.email", value, scope: null }],
        flags: [],
        killSwitches: [],
      });
    provider("off");
    await service.deliver(sentTo(userId));
    await service.send();
    provider("folder");
    expect(await statusesOf(userId)).toEqual([["SKIPPED", "PROVIDER_OFF"]]);
  });

  it("two processes send each mail once", async () => {
    const people = Array.from({ length: 30 }, () => somebody());
    await service.deliver(...people.map(({ userId }) => sentTo(userId)));
    const others = [liveDeps(service.runtime), liveDeps(service.runtime)];
    for (const deps of others) deps.bind(service.broker);
    await Promise.all([service.send(), ...others.map((deps) => sendDispatches(deps))]);
    for (const { email } of people) expect(await service.mailsTo(email)).toHaveLength(1);
  });

  it("a process that dies between the sending and its note: the next one sends it with the same id", async () => {
    const { userId, email } = somebody();
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

  it("wait while the account service is away, and that is no failed attempt", async () => {
    const { userId, email } = somebody();
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

describe("the link that ends mails", () => {
  const tokenIn = (url = "") => url.slice(url.lastIndexOf("/") + 1);
  const unsubscribe = (token: string) => call(service.broker, unsubscribeMails, { token });

  it("NTF-04 switches the mails of its key off, for its user alone, and nothing else", async () => {
    const [reader, other] = [somebody(), somebody()];
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

  it("NTF-04 is nothing that anybody could make", async () => {
    const { userId } = somebody();
    const { tokens } = liveDeps(service.runtime);
    const good = tokens.unsubscribe({ userId, eventKey: "new_message_creator" });
    const forged = [
      good.replace(userId, uuid()),
      good.slice(0, -2),
      "",
      ".",
      "x.y.z",
      good.replace("new_message_creator", "all"),
      tokens.leave(userId),
    ];
    for (const token of forged)
      expect([token, await outcomeOf(unsubscribe(token))]).toEqual([token, "email_subscription.error.invalid_token"]);
  });

  it("NTF-04 of a digest ends all mails that are not critical", async () => {
    const { userId } = somebody();
    const { tokens } = liveDeps(service.runtime);
    await unsubscribe(tokens.unsubscribe({ userId, eventKey: null }));
    await service.deliver(sentTo(userId));
    expect(await rowsOf(userId)).toEqual([]);
  });
});

describe("attempts", () => {
  it("are five more at growing distances, then it is over", async () => {
    const { waitAfter } = await import("#services/notification/domain/back-off.ts");
    const waits = [1, 2, 3, 4, 5, 6].map(waitAfter);
    expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, null]);
  });
});

describe("the end of a process", () => {
  it("OPS-11 waits for no provider, and leaves what was not begun to others", async () => {
    const own = await startFixture();
    await own.runtime.jobs.remove("notification.send-dispatches");
    const people = Array.from({ length: 20 }, () => uuid());
    for (const userId of people) own.contacts.set(userId, { email: `u${userId.slice(-12)}@example.org` });
    await own.deliver(...people.map((userId) => sentTo(userId)));
    const deps = liveDeps(own.runtime);
    deps.bind(own.broker);
    let begun = 0;
    const stuck = () => {
      begun += 1;
      return new Promise<never>(() => undefined);
    };
    const email = { ...deps.providers.email, activeName: () => "stuck", use: () => ({ send: stuck }) };
    const began = performance.now();
    await sendDispatches({ ...deps, providers: { ...deps.providers, email }, isStopping: () => begun === 5 });
    expect(performance.now() - began).toBeLessThan(8_000);
    const rows = await own.runtime.database("notification").collection("notification_dispatches").find().toArray();
    const free = rows.filter(({ lease }) => lease === null);
    expect([begun, free.length, rows.length]).toEqual([5, 15, 20]);
    for (const row of free) expect(row).toMatchObject({ status: "PENDING", attempts: 0 });
    await own.stop();
  });
});
