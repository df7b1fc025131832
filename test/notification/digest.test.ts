import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getContact } from "#libs/contracts/account/index.ts";
import { messageExpired } from "#libs/contracts/messaging/index.ts";
import { setPreferences } from "#libs/contracts/notification/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { sendDispatches } from "#services/notification/dispatch/send-dispatches.ts";
import { nextDigest } from "#services/notification/domain/digest-time.ts";
import { eventually } from "../support/eventually.ts";
import { aMessage, envelopeOf, type Fixture, sentTo, startFixture } from "./fixture.ts";

/** The job rests for ten seconds after it has found nothing. */
const WITHIN_REST_MS = 7_000;

describe("the time of the next digest", () => {
  const cases: [string, string | null, string, string][] = [
    ["2030-03-05T08:59:59Z", null, "2030-03-05", "2030-03-05T09:00:00.000Z"],
    ["2030-03-05T09:00:00Z", null, "2030-03-06", "2030-03-06T09:00:00.000Z"],
    ["2030-01-05T07:59:00Z", "Europe/Berlin", "2030-01-05", "2030-01-05T08:00:00.000Z"],
    ["2030-07-05T07:30:00Z", "Europe/Berlin", "2030-07-06", "2030-07-06T07:00:00.000Z"],
    // The clocks change on 2030-03-31 and on 2030-10-27.
    ["2030-03-30T09:00:00Z", "Europe/Berlin", "2030-03-31", "2030-03-31T07:00:00.000Z"],
    ["2030-10-26T12:00:00Z", "Europe/Berlin", "2030-10-27", "2030-10-27T08:00:00.000Z"],
    ["2030-01-01T23:30:00Z", "Pacific/Kiritimati", "2030-01-03", "2030-01-02T19:00:00.000Z"],
    ["2030-01-01T10:00:00Z", "Pacific/Pago_Pago", "2030-01-01", "2030-01-01T20:00:00.000Z"],
    ["2030-01-01T00:00:00Z", "Asia/Kathmandu", "2030-01-01", "2030-01-01T03:15:00.000Z"],
    ["2030-01-01T00:00:00Z", "Not/AZone", "2030-01-01", "2030-01-01T09:00:00.000Z"],
  ];
  it.each(cases)("the digest after %s in %s is on day %s", (after, zone, day, at) => {
    const next = nextDigest(new Date(after), zone);
    expect([next.day, next.at.toISOString()]).toEqual([day, at]);
  });

  it("the next digest comes once a day for two years, at nine in the time zone of the reader", () => {
    for (const zone of ["America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "America/Santiago", null]) {
      const seen = new Set<string>();
      let after = new Date("2029-12-31T12:00:00Z");
      for (let index = 0; index < 730; index++) {
        const { day, at } = nextDigest(after, zone);
        expect(at.getTime() - after.getTime()).toBeLessThanOrEqual(25 * HOUR);
        const local = new Intl.DateTimeFormat("sv", { timeZone: zone ?? "UTC", dateStyle: "short", timeStyle: "short" }).format(at);
        expect(local).toBe(`${day} 09:00`);
        expect(seen.has(day)).toBe(false);
        seen.add(day);
        after = at;
      }
    }
  });
});

describe("the daily digest", () => {
  let service: Fixture;
  beforeAll(async () => {
    service = await startFixture();
  });
  afterEach(() => service.runtime.clock.reset());
  afterAll(() => service.stop());

  const rowsOf = (userId: string) =>
    service.runtime.database("notification").connection.collection("notification_dispatches").find({ userId }).toArray();
  const setNoon = () => service.runtime.clock.set(new Date("2031-05-10T12:00:00Z"));

  async function newDailyReader(timezone?: string) {
    const userId = uuid();
    const email = `u${userId.slice(-12)}@example.org`;
    service.contacts.set(userId, { email, ...(timezone === undefined ? {} : { timezone }) });
    await service.as(userId, setPreferences, { preferences: [], emailMode: "DAILY" });
    return { userId, email };
  }

  const switchMailsOff = (userId: string) =>
    service.as(userId, setPreferences, { preferences: [{ eventKey: "new_message_creator", channels: { EMAIL: false } }] });

  it("NTF-04 SPD-11 the digest is sent when it is due although the job had found nothing to send and rests", async () => {
    setNoon();
    const { userId, email } = await newDailyReader();
    await service.send();
    await service.deliver(sentTo(userId, "Ada"));
    await eventually(
      async () => expect((await rowsOf(userId)).map(({ kind }) => kind).sort()).toEqual(["DIGEST", "NOTICE"]),
      WITHIN_REST_MS,
    );
    await service.send();
    service.runtime.clock.advance(DAY);
    await eventually(async () => expect(await service.mailsTo(email)).toHaveLength(1), WITHIN_REST_MS);
  });

  it("the digest is sent at nine on the next day in the time zone of the reader, and not before", async () => {
    setNoon();
    const { userId, email } = await newDailyReader("Europe/Berlin");
    await service.deliver(sentTo(userId, "Ada"), sentTo(userId, "Grace"));
    await service.send();
    service.runtime.clock.set(new Date("2031-05-11T06:59:00Z"));
    await service.send();
    expect(await service.mailsTo(email)).toEqual([]);
    service.runtime.clock.set(new Date("2031-05-11T07:00:01Z"));
    await service.send();
    await service.send();
    const [mail, ...others] = await service.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your notifications of the day from Creator Platform", kind: "digest" });
    expect(mail?.text.indexOf("Ada sent you a message.")).toBeLessThan(mail?.text.indexOf("Grace sent you a message.") ?? 0);
    expect(mail?.unsubscribeUrl).toContain("/notifications/unsubscribe/");
    expect((await rowsOf(userId)).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
  });

  it("the digest is sent once a day by several processes; later notifications go with the next one", async () => {
    setNoon();
    const readers = await Promise.all(Array.from({ length: 10 }, () => newDailyReader()));
    const others = [liveDeps(service.runtime), liveDeps(service.runtime)];
    for (const deps of others) deps.services.bind(service.broker, [getContact]);
    const sendEverywhere = () => Promise.all([service.send(), ...others.map((deps) => sendDispatches(deps))]);
    for (let round = 0; round < 3; round++) {
      await service.deliver(...readers.map(({ userId }) => sentTo(userId)));
      await sendEverywhere();
    }
    service.runtime.clock.set(new Date("2031-05-11T09:00:30Z"));
    await sendEverywhere();
    await service.deliver(...readers.map(({ userId }) => sentTo(userId)));
    await sendEverywhere();
    for (const { email } of readers) {
      const mails = await service.mailsTo(email);
      expect(mails.map(({ text }) => text.match(/Ada sent you a message/g)?.length)).toEqual([3]);
    }
    service.runtime.clock.advance(DAY);
    await sendEverywhere();
    for (const { email } of readers) expect(await service.mailsTo(email)).toHaveLength(2);
  });

  it("the digest accepts no notification once its sending has begun; the next one contains it", async () => {
    setNoon();
    const { userId, email } = await newDailyReader();
    await service.deliver(sentTo(userId, "Ada"));
    await service.send();
    // The process dies after sending, so the digest stays claimed.
    service.runtime.clock.set(new Date("2031-05-11T09:00:01Z"));
    service.runtime.faults.arm({ point: "notification.dispatch.sent", mode: "error", times: 1 });
    await service.send();
    service.runtime.clock.set(new Date("2031-05-11T08:59:00Z"));
    await service.deliver(sentTo(userId, "Grace"));
    await service.send();
    service.runtime.clock.set(new Date("2031-05-11T09:10:00Z"));
    await service.send();
    const mails = await service.mailsTo(email);
    expect(mails.map(({ text }) => text.includes("Grace"))).toEqual([false, false]);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
    service.runtime.clock.set(new Date("2031-05-12T09:00:01Z"));
    await service.send();
    expect((await service.mailsTo(email)).at(-1)?.text).toContain("Grace");
  });

  it("the digest is skipped when its reader has switched mails off by then", async () => {
    setNoon();
    const { userId, email } = await newDailyReader();
    await service.deliver(sentTo(userId));
    await service.send();
    await service.as(userId, setPreferences, { preferences: [], emailMode: "OFF" });
    service.runtime.clock.set(new Date("2031-05-11T09:00:01Z"));
    await service.send();
    expect(await service.mailsTo(email)).toEqual([]);
    expect((await rowsOf(userId)).map(({ status }) => status)).toEqual(["SKIPPED", "SKIPPED"]);
  });

  it("NTF-04 the digest leaves out keys whose mails were ended since, and is skipped when nothing is left", async () => {
    setNoon();
    const [both, one] = [await newDailyReader(), await newDailyReader()];
    const expired = envelopeOf(messageExpired, { ...aMessage({ senderId: both.userId }), refunded: false, expiredAt: null });
    await service.as(both.userId, setPreferences, { preferences: [{ eventKey: "message_expired", channels: { EMAIL: true } }] });
    await service.deliver(sentTo(both.userId, "Ada"), expired, sentTo(one.userId, "Ada"));
    await service.send();
    for (const { userId } of [both, one]) await switchMailsOff(userId);
    service.runtime.clock.set(new Date("2031-05-11T09:00:01Z"));
    await service.send();
    const [mail, ...others] = await service.mailsTo(both.email);
    expect([mail?.text.includes("Ada"), mail?.text.includes("…"), others]).toEqual([false, false, []]);
    expect(mail?.text.length).toBeGreaterThan(0);
    expect(await service.mailsTo(one.email)).toEqual([]);
    expect((await rowsOf(one.userId)).map(({ status }) => status)).toEqual(["SKIPPED", "SKIPPED"]);
  });

  it("NTF-04 the digest skips a pending mail when its key is switched off in the meantime", async () => {
    const userId = uuid();
    service.contacts.set(userId, { email: `u${userId.slice(-12)}@example.org` });
    await service.deliver(sentTo(userId, "Ada"));
    await switchMailsOff(userId);
    await service.send();
    expect((await rowsOf(userId)).map(({ status, reason }) => [status, reason])).toEqual([["SKIPPED", "SWITCHED_OFF"]]);
  });

  it("the digest lists at most fifty notifications", async () => {
    setNoon();
    const { userId, email } = await newDailyReader();
    await service.deliver(...Array.from({ length: 60 }, () => sentTo(userId)));
    for (let round = 0; round < 4; round++) await service.send();
    service.runtime.clock.set(new Date("2031-05-11T09:00:01Z"));
    await service.send();
    const [mail] = await service.mailsTo(email);
    expect(mail?.text.match(/Ada sent you a message/g)).toHaveLength(50);
    expect(mail?.text).toContain("…");
    expect((await rowsOf(userId)).every(({ status }) => status === "SENT")).toBe(true);
  });
});
