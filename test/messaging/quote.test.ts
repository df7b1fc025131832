import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { blockUser, quoteMessage } from "#libs/contracts/messaging/index.ts";
import { refuse } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { quoteChecks, quoteToken, readQuoteToken } from "#services/messaging/messages/domain/quote.ts";
import { type MessagingFixture, messagingFixture, outcomesOf, PAID, sendFrom } from "./messaging-fixture.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  // Two replicas: a quote is good in both, and a rule that only one process enforces would fail.
  fixture = await messagingFixture({}, {}, 2);
});
afterAll(() => fixture.stop());
afterEach(async () => expect(await fixture.findViolations()).toEqual([]));

const TYPE = { dmType: "SINGLE_PAY" } as const;

/** A fan with a full wallet and a creator who takes paid messages of five. */
async function paidPair(settings = {}) {
  const fan = fixture.newFan();
  await fixture.fund(fan, "100.00");
  return { fan, creator: fixture.newCreator({ ...TYPE, ...settings }) };
}

const quote = (fan: string, receiverId: string, terms: { price?: string; timeoutHours?: number } = {}) =>
  fixture.as(fan)(quoteMessage, { receiverId, ...terms });

async function quoteIdOf(fan: string, receiverId: string, terms: Parameters<typeof quote>[2] = {}): Promise<string> {
  const { quoteId } = await quote(fan, receiverId, terms);
  if (quoteId === null) throw new Error("the quote is not sendable");
  return quoteId;
}

const message = async (_id: string) => (await fixture.documents("messages", { _id }))[0];
const key = (suffix: string) => ({ key: `message.quote.error.${suffix}` });

describe("POST /messages/quote", () => {
  it("QTE-01 names price, shares, reply window and end, with an id when the message could be sent", async () => {
    const { fan, creator } = await paidPair();
    const secondsFrom = (end: string, start: Date) => Math.floor((Date.parse(end) - start.getTime()) / 1000);
    const before = fixture.runtime.clock.now();
    const quoted = await quote(fan, creator, { price: "7.77", timeoutHours: 12 });
    expect(quoted).toMatchObject({ sendable: true, refusal: null, quoteId: expect.any(String), price: "7.77", minimumPrice: "5.00" });
    expect(quoted).toMatchObject({ split: { creator: "6.22", platform: "1.55" }, timeoutHours: 12, window: { minimum: 1, maximum: 720 } });
    expect(secondsFrom(quoted.expiresAt, before)).toBeGreaterThanOrEqual(600);
    expect(secondsFrom(quoted.expiresAt, fixture.runtime.clock.now())).toBeLessThanOrEqual(600);
    expect(await quote(fan, creator)).toMatchObject({ price: "5.00", timeoutHours: 48 });
    fixture.setConfig({ "messaging.quote_seconds": 90 });
    const short = await quote(fan, creator);
    expect(secondsFrom(short.expiresAt, before)).toBeLessThan(600);
    expect(secondsFrom(short.expiresAt, fixture.runtime.clock.now())).toBeLessThanOrEqual(90);
    fixture.setConfig({ "messaging.quote_seconds": 600 });
  });

  it("QTE-01 has no shares for a free message, whose price is ignored", async () => {
    const quoted = await quote(fixture.newFan(), fixture.newCreator(), { price: "7.00" });
    expect(quoted).toMatchObject({ sendable: true, quoteId: expect.any(String), price: null, split: null, minimumPrice: null });
  });

  it.each([
    ["a price below the lowest one", { price: "4.99" }, {}, "message.send.error.price_below_minimum"],
    ["a price beyond the balance", { price: "100.01" }, {}, "payment.escrow.insufficient_balance"],
    ["hours that the creator does not offer", { timeoutHours: 5 }, { minTimeoutHours: 6 }, "message.send.error.reply_window"],
    ["a vacation", {}, { vacationMode: true }, "message.send.error.vacation"],
  ])("QTE-01 has no id for %s", async (_title, terms, settings, refusal) => {
    const { fan, creator } = await paidPair(settings);
    expect(await quote(fan, creator, terms)).toMatchObject({ sendable: false, quoteId: null, refusal });
  });

  it("QTE-01 writes no row", async () => {
    const { fan, creator } = await paidPair();
    const rows = async () => {
      const names = (await fixture.connection.listCollections()).map(({ name }) => name).sort();
      return Promise.all(names.map(async (name) => [name, await fixture.documents(name)]));
    };
    const before = await rows();
    await quote(fan, creator);
    await quote(fixture.newFan(), fixture.newCreator());
    expect(await rows()).toEqual(before);
  });
});

describe("POST /messages with a quote", () => {
  it("QTE-02 has the terms of the quote after price, type, level, commission and windows have changed", async () => {
    const { fan, creator } = await paidPair({ level: "GOLD", maxTimeoutHours: 48 });
    const quoteId = await quoteIdOf(fan, creator, { price: "6.00", timeoutHours: 40 });
    fixture.change(creator, { dmType: "PER_MESSAGE", packagePrice: "50.00", level: "BRONZE", minTimeoutHours: 72, maxTimeoutHours: 96 });
    fixture.setConfig({ "creator.commission_gold": 0.5, "dm.timeout_hours": 96 });
    const { messageId } = await sendFrom(fixture, fan, creator, { ...TYPE, quoteId });
    const stored = { dmType: "SINGLE_PAY", priceSnapshot: 600n, commissionRate: 0.15, timeoutHours: 40 };
    expect(await message(messageId)).toMatchObject(stored);
    expect(await fixture.documents("escrows", { messageId })).toMatchObject([{ amount: 600n, commissionRate: 0.15 }]);
    expect(await fixture.balance(fan)).toBe("94.00");
    fixture.setConfig({ "creator.commission_gold": 0.15, "dm.timeout_hours": 48 });
  });

  it("QTE-02 binds a default window, and a free message whose creator takes paid ones meanwhile", async () => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator({ maxTimeoutHours: 24 })];
    const quoteId = await quoteIdOf(fan, creator);
    fixture.change(creator, { dmType: "SINGLE_PAY", packagePrice: "5.00", maxTimeoutHours: 12 });
    const { messageId } = await sendFrom(fixture, fan, creator, { quoteId });
    expect(await message(messageId)).toMatchObject({ dmType: "FREE", priceSnapshot: null, timeoutHours: 24 });
  });

  it("QTE-03 accepts the same terms beside it, and refuses others, which leave it good", async () => {
    const { fan, creator } = await paidPair();
    const quoteId = await quoteIdOf(fan, creator, { price: "6.00", timeoutHours: 24 });
    const send = (terms: object, receiverId = creator) => sendFrom(fixture, fan, receiverId, { ...TYPE, quoteId, ...terms });
    await expect(send({ price: "5.00" })).rejects.toMatchObject(key("mismatch"));
    await expect(send({ price: "6.01" })).rejects.toMatchObject(key("mismatch"));
    await expect(send({ timeoutHours: 48 })).rejects.toMatchObject(key("mismatch"));
    await expect(send({ dmType: "PER_MESSAGE" })).rejects.toMatchObject(key("mismatch"));
    await expect(send({ dmType: "FREE" })).rejects.toMatchObject(key("mismatch"));
    await expect(send({}, fixture.newCreator(TYPE))).rejects.toMatchObject(key("mismatch"));
    expect(await send({ price: "6", timeoutHours: 24 })).toMatchObject({ status: "ESCROWED" });
  });

  it("QTE-03 is refused once the quote has ended", async () => {
    const { fan, creator } = await paidPair();
    const [first, second] = [await quoteIdOf(fan, creator), await quoteIdOf(fan, creator)];
    fixture.runtime.clock.advance(500_000);
    expect(await sendFrom(fixture, fan, creator, { ...TYPE, quoteId: first })).toMatchObject({ status: "ESCROWED" });
    fixture.runtime.clock.advance(100_000);
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId: second })).rejects.toMatchObject(key("expired"));
  });

  it("QTE-03 a quote holds until the millisecond of its end", () => {
    const ids = { id: uuid(), senderId: uuid(), receiverId: uuid() };
    const [price, dmType] = [500n, "SINGLE_PAY" as const];
    const terms = { ...ids, dmType, price, commissionRate: 0.2, timeoutHours: 48, expiresAt: new Date(1_800_000_000_000) };
    const check = (now: number) => () => refuse(quoteChecks, { quote: terms, request: { ...ids, dmType }, now: new Date(now) });
    expect(check(1_799_999_999_999)).not.toThrow();
    expect(check(1_800_000_000_000)).toThrow(expect.objectContaining(key("expired")));
  });

  it("QTE-03 refuses a quote of another fan, and one that was changed, made with another key or is none", async () => {
    const { fan, creator } = await paidPair();
    const quoteId = await quoteIdOf(fan, creator);
    const [content = "", code = ""] = quoteId.split(".");
    const terms = JSON.parse(Buffer.from(content, "base64url").toString());
    const cheaper = Buffer.from(JSON.stringify({ ...terms, price: "0.01" })).toString("base64url");
    const foreign = quoteToken("another key of at least 32 characters", { ...terms, price: 1n, expiresAt: new Date(terms.expiresAt) });
    const stranger = fixture.newFan();
    await fixture.fund(stranger, "100.00");
    await expect(sendFrom(fixture, stranger, creator, { ...TYPE, quoteId })).rejects.toMatchObject(key("not_found"));
    for (const forged of [`${cheaper}.${code}`, foreign, content, `${content}.`, `.${code}`, `${quoteId}.x`, "", "x", uuid(), "\u0000.é"]) {
      await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId: forged })).rejects.toMatchObject(key("not_found"));
    }
    expect(await sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).toMatchObject({ status: "ESCROWED" });
  });

  it("QTE-03 a quote reads back as it was made, with the price exact beyond what a float represents", () => {
    const [ids, at] = [{ id: uuid(), senderId: uuid(), receiverId: uuid() }, new Date(1_800_000_000_123)];
    const terms = {
      ...ids,
      dmType: "PER_MESSAGE",
      price: 9_007_199_254_740_993n,
      commissionRate: 0.175,
      timeoutHours: 7,
      expiresAt: at,
    } as const;
    expect(readQuoteToken("key", quoteToken("key", terms))).toEqual(terms);
    expect(readQuoteToken("other", quoteToken("key", terms))).toBeNull();
  });

  it("QTE-04 serves one message: again it is used, for paid and free ones, whatever else is wrong", async () => {
    const { fan, creator } = await paidPair();
    const quoteId = await quoteIdOf(fan, creator);
    await sendFrom(fixture, fan, creator, { ...TYPE, quoteId, content: "hello" });
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).rejects.toMatchObject(key("used"));
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId, content: "hello" })).rejects.toMatchObject(key("used"));
    fixture.change(creator, { vacationMode: true });
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).rejects.toMatchObject(key("used"));
    fixture.runtime.clock.advance(601_000);
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).rejects.toMatchObject(key("used"));

    fixture.setConfig({ "dm.free_per_creator_daily": 3 });
    const [other, free] = [fixture.newFan(), fixture.newCreator()];
    const second = await quoteIdOf(other, free);
    await sendFrom(fixture, other, free, { quoteId: second });
    await expect(sendFrom(fixture, other, free, { quoteId: second })).rejects.toMatchObject(key("used"));
    expect(await sendFrom(fixture, other, free, { quoteId: await quoteIdOf(other, free) })).toMatchObject({ status: "DELIVERED" });
    fixture.setConfig({ "dm.free_per_creator_daily": 1 });
  });

  it("QTE-04 a retry with the same key gets the first answer; another quote under that key is another request", async () => {
    const { fan, creator } = await paidPair();
    const [quoteId, idempotencyKey, content] = [await quoteIdOf(fan, creator), uuid(), "hello"];
    const send = (quote: string) => sendFrom(fixture, fan, creator, { ...TYPE, quoteId: quote, idempotencyKey, content });
    const first = await send(quoteId);
    expect(await send(quoteId)).toEqual(first);
    const other = readQuoteToken(fixture.runtime.env.secrets.pseudonymKey, quoteId);
    if (!other) throw new Error("the quote is not readable");
    const another = quoteToken(fixture.runtime.env.secrets.pseudonymKey, { ...other, id: uuid() });
    await expect(send(another)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it.each(["SINGLE_PAY", "FREE"] as const)("QTE-04 of ten %s messages at once with one quote, one is accepted", async (dmType) => {
    fixture.setConfig({ "dm.free_per_creator_daily": 20, "dm.free_daily_limit": 20 });
    for (let round = 0; round < 10; round += 1) {
      const { fan, creator } = await paidPair({ dmType });
      const quoteId = await quoteIdOf(fan, creator);
      const { accepted, refusals } = await outcomesOf(
        Array.from({ length: 10 }, () => sendFrom(fixture, fan, creator, { dmType, quoteId })),
      );
      expect(accepted).toBe(1);
      expect(refusals).toEqual(Array.from({ length: 9 }, () => "message.quote.error.used"));
      expect(await fixture.documents("messages", { senderId: fan })).toHaveLength(1);
      expect(await fixture.balance(fan)).toBe(dmType === "FREE" ? "100.00" : "95.00");
    }
    fixture.setConfig({ "dm.free_per_creator_daily": 1, "dm.free_daily_limit": 5 });
  });

  it("QTE-04 a message that the transaction refused leaves the quote good", async () => {
    const { fan, creator } = await paidPair();
    const quoteId = await quoteIdOf(fan, creator);
    await fixture.freeze(fan, true);
    await expect(sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
    await fixture.freeze(fan, false);
    expect(await sendFrom(fixture, fan, creator, { ...TYPE, quoteId })).toMatchObject({ status: "ESCROWED" });
  });

  it("QTE-05 a vacation, a block, too little money, an open message and a closed account refuse with their own keys", async () => {
    const { fan, creator } = await paidPair();
    const quoteId = await quoteIdOf(fan, creator, { price: "90.00" });
    const send = () => sendFrom(fixture, fan, creator, { ...TYPE, quoteId });
    fixture.change(creator, { vacationMode: true });
    await expect(send()).rejects.toMatchObject({ key: "message.send.error.vacation" });
    fixture.change(creator, { vacationMode: false, dmActive: false });
    await expect(send()).rejects.toMatchObject({ key: "message.send.error.dm_disabled" });
    fixture.change(creator, { dmActive: true }, { status: "BANNED" });
    await expect(send()).rejects.toMatchObject({ key: "message.send.error.creator_unavailable" });
    fixture.change(creator, {}, { status: "ACTIVE" });
    await sendFrom(fixture, fan, fixture.newCreator({ dmType: "SINGLE_PAY" }), { ...PAID, price: "20.00" });
    await expect(send()).rejects.toMatchObject({ key: "payment.escrow.insufficient_balance" });
    await fixture.fund(fan, "100.00");
    await sendFrom(fixture, fan, creator, PAID);
    await expect(send()).rejects.toMatchObject({ key: "message.send.error.pending_paid_exists" });
    await fixture.as(creator)(blockUser, { userId: fan });
    await expect(send()).rejects.toMatchObject({ key: "message.send.error.blocked" });
  });
});

describe("the reply windows of a creator", () => {
  it.each([
    [{ minTimeoutHours: 6, maxTimeoutHours: 24 }, 5, { minimum: 6, maximum: 24 }],
    [{ minTimeoutHours: 6, maxTimeoutHours: 24 }, 25, { minimum: 6, maximum: 24 }],
    [{ minTimeoutHours: 72 }, 71, { minimum: 72, maximum: 720 }],
    [{ maxTimeoutHours: 24 }, 48, { minimum: 1, maximum: 24 }],
  ])("QTE-06 of %j do not have %i hours", async (settings, timeoutHours, window) => {
    const refused = { key: "message.send.error.reply_window", vars: window };
    const [fan, creator] = [fixture.newFan(), fixture.newCreator(settings)];
    await expect(sendFrom(fixture, fan, creator, { timeoutHours })).rejects.toMatchObject(refused);
    const quoted = { refusal: "message.send.error.reply_window", window, quoteId: null, timeoutHours };
    expect(await quote(fan, creator, { timeoutHours })).toMatchObject(quoted);
    await expect(sendFrom(fixture, fan, creator, { ...PAID, timeoutHours })).rejects.toMatchObject({
      key: "message.send.error.dm_type_mismatch",
    });
  });

  it.each([
    [{ minTimeoutHours: 72 }, 72],
    [{ maxTimeoutHours: 24 }, 24],
    [{ minTimeoutHours: 6, maxTimeoutHours: 72 }, 48],
    [{}, 48],
  ])("QTE-06 of %j make %i hours of the default", async (settings, hours) => {
    const [fan, creator] = [fixture.newFan(), fixture.newCreator(settings)];
    expect(await quote(fan, creator)).toMatchObject({ timeoutHours: hours, sendable: true });
    const { messageId } = await sendFrom(fixture, fan, creator);
    expect(await message(messageId)).toMatchObject({ timeoutHours: hours });
  });

  it("QTE-06 have their bounds in them, and 1 to 720 hours for a creator who has set none", async () => {
    for (const [settings, timeoutHours] of [
      [{ minTimeoutHours: 6 }, 6],
      [{ maxTimeoutHours: 24 }, 24],
      [{}, 1],
      [{}, 720],
    ] as const) {
      const { messageId } = await sendFrom(fixture, fixture.newFan(), fixture.newCreator(settings), { timeoutHours });
      expect(await message(messageId)).toMatchObject({ timeoutHours });
    }
  });
});
