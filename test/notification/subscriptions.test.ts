import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { confirmEmailSubscription, leaveEmailSubscription, subscribeEmail } from "#libs/contracts/notification/index.ts";
import { eraseUser, exportUser } from "#libs/contracts/personal-data.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterEach(() => service.runtime.clock.reset());
afterAll(() => service.stop());

const INVALID = "email_subscription.error.invalid_token";
const newAddress = () => `s${uuid().slice(-12)}@example.org`;
const subscribe = (email: string) => call(service.broker, subscribeEmail, { email });
const confirm = (token = "") => outcomeOf(call(service.broker, confirmEmailSubscription, { token }));
const leave = (url = "") => outcomeOf(call(service.broker, leaveEmailSubscription, { token: url.slice(url.lastIndexOf("/") + 1) }));
const stored = () => service.runtime.database("notification").connection.collection("email_subscriptions").find().toArray();

async function mailsTo(email: string) {
  await service.send();
  return service.mailsTo(email);
}

describe("e-mail subscriptions", () => {
  it("NOT-16 subscriptions are requested, mailed and confirmed, and the user with that address is notified", async () => {
    const userId = uuid();
    const email = newAddress();
    service.contacts.set(userId, { email });
    await subscribe(email.toUpperCase());
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "confirm_subscription", subject: "Confirm your subscription to Creator Platform" });
    expect(mail?.text).toContain(`/email-subscriptions/confirm#token=${mail?.token}`);
    expect(await confirm(mail?.token)).toBe("ok");
    await eventually(async () => {
      const { items } = await service.list(userId);
      expect(items).toMatchObject([{ eventKey: "email_subscription_confirm", body: "Your email subscription is confirmed." }]);
    });
    await service.stream.idle();
    expect((await service.list(userId)).total).toBe(1);
  });

  it("NOT-16 subscriptions notify no user when the address has none or is not verified", async () => {
    const [unverified, unknown] = [uuid(), newAddress()];
    const email = newAddress();
    service.contacts.set(unverified, { email, emailVerified: false });
    for (const address of [email, unknown]) {
      await subscribe(address);
      expect(await confirm((await mailsTo(address))[0]?.token)).toBe("ok");
    }
    await service.stream.idle();
    expect((await service.list(unverified)).total).toBe(0);
    expect(service.stream.dead).toEqual([]);
  });

  it("NOT-16 REG-02 subscriptions accept a link once, and never a forged one", async () => {
    const email = newAddress();
    await subscribe(email);
    const token = (await mailsTo(email))[0]?.token ?? "";
    const forged = [token.slice(0, -1), `${token}x`, token.replace(/^.{36}/, uuid()), "", ".", `${token.slice(0, 36)}.`, "x".repeat(300)];
    for (const bad of forged) expect([bad, await confirm(bad)]).toEqual([bad, INVALID]);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(await confirm(token)).toBe(INVALID);
  });

  it("NOT-16 subscriptions accept one of ten simultaneous confirmations, and publish one event", async () => {
    const email = newAddress();
    await subscribe(email);
    const [mail] = await mailsTo(email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirm(mail?.token)));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => INVALID), "ok"]);
    const payload = { subscriptionId: mail?.token?.split(".")[0] };
    const facts = service.runtime.database("notification").connection.collection("outbox").find({ payload });
    expect(await facts.toArray()).toHaveLength(1);
  });

  it("NOT-16 subscriptions cause at most one mail in five minutes and five in all, and none after the confirmation", async () => {
    const email = newAddress();
    await Promise.all([subscribe(email), subscribe(email), subscribe(email)]);
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(1);
    service.runtime.clock.advance(4 * MINUTE);
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(1);
    for (let times = 0; times < 8; times++) {
      service.runtime.clock.advance(5 * MINUTE);
      await subscribe(email);
    }
    // A link that is replaced before its mail is sent causes no mail.
    const mails = await mailsTo(email);
    expect(mails.length).toBeGreaterThanOrEqual(2);
    expect(mails.length).toBeLessThanOrEqual(5);
    for (const { token } of mails.slice(0, -1)) expect(await confirm(token)).toBe(INVALID);
    expect(await confirm(mails.at(-1)?.token)).toBe("ok");
    const dispatches = service.runtime.database("notification").connection.collection("notification_dispatches");
    const subscriptionId = mails.at(-1)?.token?.split(".")[0];
    expect(await dispatches.countDocuments({ subscriptionId })).toBe(5);
    service.runtime.clock.advance(DAY);
    await subscribe(email);
    expect(await dispatches.countDocuments({ subscriptionId })).toBe(5);
  });

  it("NOT-16 subscriptions expire after seven days, and can be requested again", async () => {
    const email = newAddress();
    await subscribe(email);
    const [first] = await mailsTo(email);
    service.runtime.clock.advance(7 * DAY + MINUTE);
    expect(await confirm(first?.token)).toBe(INVALID);
    await subscribe(email);
    const again = (await mailsTo(email)).at(-1);
    expect(again?.token).not.toBe(first?.token);
    expect(await confirm(again?.token)).toBe("ok");
  });

  it("NOT-16 subscriptions end with the link of their mail, also when it is repeated, and delete the address", async () => {
    const email = newAddress();
    await subscribe(email);
    const [mail] = await mailsTo(email);
    await confirm(mail?.token);
    const before = (await stored()).length;
    for (const _time of [1, 2]) expect(await leave(mail?.unsubscribeUrl)).toBe("ok");
    expect(await stored()).toHaveLength(before - 1);
    for (const bad of ["/x.y", `/${mail?.token}`, "/"]) expect([bad, await leave(bad)]).toEqual([bad, INVALID]);
  });

  it("GDP subscriptions are erased with their user", async () => {
    const userId = uuid();
    const email = newAddress();
    service.contacts.set(userId, { email });
    await subscribe(email);
    await confirm((await mailsTo(email))[0]?.token);
    await eventually(async () => expect((await service.list(userId)).total).toBe(1));
    const ownSubscriptions = async () => (await stored()).filter((row) => row.userId === userId).length;
    expect(await ownSubscriptions()).toBe(1);
    await eventually(async () => expect((await call(service.broker, eraseUser.notification, { userId })).done).toBe(true));
    expect(await ownSubscriptions()).toBe(0);
  });

  it("GDP-08 GDP-12 subscriptions are exported and erased by the hash of the address when it was confirmed before its account existed", async () => {
    const [email, foreign] = [newAddress(), newAddress()];
    for (const address of [email, foreign]) {
      await subscribe(address);
      await confirm((await mailsTo(address))[0]?.token);
    }
    const hashOf = (address: string) => addressHash(service.runtime.env.secrets.pseudonymKey, address);
    const remaining = async () =>
      (await stored()).map(({ emailHash }) => emailHash).filter((hash) => [email, foreign].map(hashOf).includes(hash));
    const subject = { userId: uuid(), addressHash: hashOf(email) };
    const { rows } = await call(service.broker, exportUser.notification, subject);
    expect(rows).toMatchObject([{ collection: "email_subscriptions", row: { status: "CONFIRMED" } }]);
    await call(service.broker, eraseUser.notification, { userId: subject.userId });
    expect(await remaining()).toHaveLength(2);
    for (const _time of [1, 2]) {
      const receipt = await call(service.broker, eraseUser.notification, subject);
      expect(receipt).toMatchObject({ done: true, erased: { email_subscriptions: 1 } });
    }
    expect(await remaining()).toEqual([hashOf(foreign)]);
  });

  it("NOT-16 SEC subscriptions store neither the address nor a valid token", async () => {
    const email = newAddress();
    await subscribe(email);
    const [mail] = await mailsTo(email);
    const database = service.runtime.database("notification").connection;
    for (const name of ["email_subscriptions", "notification_dispatches", "outbox", "inbox"]) {
      const text = JSON.stringify(await database.collection(name).find().toArray());
      expect([name, text.includes(email), text.includes(mail?.token ?? "?")]).toEqual([name, false, false]);
    }
  });

  it.each(["nobody", "a@b", "a b@example.org", "a@example.org\r\nbcc: x@example.org", "<a@example.org>", `${"a".repeat(250)}@example.org`])(
    "subscriptions refuse %j as an address",
    async (email) => {
      expect(await outcomeOf(subscribe(email))).toBe("error.validation_failed");
    },
  );
});
