import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

interface Quote {
  readonly quoteId: string;
  readonly price: string;
  readonly split: { readonly creator: string; readonly platform: string };
  readonly expiresAt: string;
}

const newPair = async (): Promise<readonly [Person, CreatorPerson]> =>
  Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
const quote = async (fan: Person, creator: CreatorPerson, terms: object = {}) =>
  dataOf<Quote>(await fan.send("POST", "/messages/quote", { receiverId: creator.userId, ...terms }), 200);
const send = (fan: Person, creator: CreatorPerson, body: object) =>
  fan.send("POST", "/messages", { receiverId: creator.userId, dmType: "SINGLE_PAY", content: uuid(), ...body });
const settings = (creator: CreatorPerson, body: object) => creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, body);

it("QTE-01 QTE-02 a message has the price of its quote after the creator has raised it, and no price is needed beside the quote", async () => {
  const [fan, creator] = await newPair();
  const { quoteId, split, price } = await quote(fan, creator, { price: "6.66" });
  expect([Number(split.creator) * 100 + Number(split.platform) * 100, price]).toEqual([666, "6.66"]);
  expect((await settings(creator, { price: "20.00" })).status).toBe(200);
  expect(refusalOf(await send(fan, creator, { price: "6.66" }))).toBe("400 message.send.error.price_below_minimum");
  const { messageId } = dataOf<{ messageId: string }>(await send(fan, creator, { quoteId }), 201);
  expect(dataOf(await fan.send("GET", `/messages/${messageId}`), 200)).toMatchObject({ price: "6.66", creatorShare: split.creator });
});

it("QTE-03 QTE-04 other terms, a foreign quote and a second use are refused over the interface", async () => {
  const [[fan, creator], stranger] = [await newPair(), await system.newFan("10.00")];
  const { quoteId } = await quote(fan, creator);
  expect(refusalOf(await send(fan, creator, { quoteId, price: "7.00" }))).toBe("409 message.quote.error.mismatch");
  expect(refusalOf(await send(stranger, creator, { quoteId }))).toBe("404 message.quote.error.not_found");
  expect(refusalOf(await send(fan, creator, { quoteId: `${quoteId}x` }))).toBe("404 message.quote.error.not_found");
  expect(refusalOf(await send(fan, creator, { quoteId: 5 }))).toBe(INVALID);
  expect(refusalOf(await send(fan, creator, { quoteId: null }))).toBe(INVALID);
  expect((await send(fan, creator, { quoteId })).status).toBe(201);
  expect(refusalOf(await send(fan, creator, { quoteId }))).toBe("409 message.quote.error.used");
});

it("QTE-05 a vacation and a block refuse a message with a quote", async () => {
  const [fan, creator] = await newPair();
  const { quoteId } = await quote(fan, creator);
  await creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, { enabled: true });
  expect(refusalOf(await send(fan, creator, { quoteId }))).toBe("400 message.send.error.vacation");
  await creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, { enabled: false });
  await creator.send("PUT", `/blocks/${fan.userId}`);
  expect(refusalOf(await send(fan, creator, { quoteId }))).toBe("403 message.send.error.blocked");
});

it("QTE-06 the windows that a creator has set bound the hours of the very next message", async () => {
  const [fan, creator] = await newPair();
  expect((await creator.send("PATCH", "/creators/me", { minTimeoutHours: 12, maxTimeoutHours: 24 })).status).toBe(200);
  const tooShort = await send(fan, creator, { price: "5.00", timeoutHours: 11 });
  expect(refusalOf(tooShort)).toBe("400 message.send.error.reply_window");
  expect(tooShort.body.success === false && tooShort.body.error.i18nVars).toEqual({ minimum: 12, maximum: 24 });
  expect(refusalOf(await send(fan, creator, { price: "5.00", timeoutHours: 25 }))).toBe("400 message.send.error.reply_window");
  expect(refusalOf(await send(fan, creator, { price: "5.00", timeoutHours: 721 }))).toBe(INVALID);
  expect(await quote(fan, creator)).toMatchObject({ timeoutHours: 24, window: { minimum: 12, maximum: 24 } });
  expect((await send(fan, creator, { price: "5.00", timeoutHours: 12 })).status).toBe(201);
});
