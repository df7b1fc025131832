import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  confirmTopUp,
  createTopUp,
  decideSandboxPayment,
  freeEarnings,
  getEarnings,
  listHeldEarnings,
  refundEscrow,
  startPayee,
} from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { chargeReference, payeeReference } from "#libs/providers/payment/sandbox/references.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "payment.payout_hold_days": 7 });
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const staff = (userId = uuid()): Api => world.as(userId, ["FINANCE"]);
const finance: Api = (contract, params) => staff()(contract, params);
const review = () => world.runtime.jobs.runNow("wallet.review-answers");
const held = async (creatorId: string) => (await finance(listHeldEarnings, { userId: creatorId })).items;
const earnings = ({ userId, creatorId }: { userId: string; creatorId: string }) => world.as(userId)(getEarnings, { creatorId });

/** A fan who has paid with a card. */
async function fanWith(instrument: string, userId = uuid()): Promise<string> {
  const { topupId } = await world.as(userId)(createTopUp, { amount: "100.00", idempotencyKey: uuid() });
  await world.as(userId)(decideSandboxPayment, { reference: chargeReference(topupId), outcome: "SUCCEEDED", instrument });
  await world.as(userId)(confirmTopUp, { topupId });
  return userId;
}

async function newCreator() {
  const { userId, creatorId } = await world.newCreator("0");
  return { userId, creatorId };
}

async function answer(fanId: string, creatorUserId: string, price = "50.00"): Promise<string> {
  const messageId = await world.hold(fanId, price, { creatorUserId, commissionRate: 0.2 });
  await world.transaction((tx) => world.desk.release(tx, messageId));
  return messageId;
}

/** A creator with the card of a fan, who has answered that fan. */
async function ownFan() {
  const card = `card:${uuid()}`;
  const creator = await newCreator();
  await fanWith(card, creator.userId);
  const fanId = await fanWith(card);
  return { creator, fanId, messageId: await answer(fanId, creator.userId) };
}

describe("PYO-09 own fan", () => {
  it("PYO-09 an answer to a fan with the card of the creator waits 30 days more and is listed; freed by one person it is as the others", async () => {
    const { creator, fanId, messageId } = await ownFan();
    await answer(await fanWith(`card:${uuid()}`), creator.userId, "10.00");
    await Promise.all([review(), review()]);
    const [row, ...others] = await held(creator.userId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ messageId, fanId, creatorId: creator.userId, amount: "40.00", status: "HELD", reasons: ["INSTRUMENT"] });
    expect(await world.documents("outbox", { event: "earnings.held", "payload.messageId": messageId })).toMatchObject([
      { payload: { cause: "REVIEW", amount: "40.00", creatorUserId: creator.userId } },
    ]);
    world.runtime.clock.advance(8 * DAY);
    expect(await earnings(creator)).toMatchObject({
      available: "8.00",
      inHold: "40.00",
      schedule: [{ amount: "40.00", date: row?.availableOn }],
    });
    const note = "A gift between friends.";
    expect(await finance(freeEarnings, { messageId, reason: note })).toMatchObject({ status: "FREED", reason: note });
    expect(await earnings(creator)).toMatchObject({ available: "48.00", inHold: "0.00" });
    expect(await world.documents("audit_log", { target: messageId })).toMatchObject([
      { action: "earnings.free", details: { reason: note } },
    ]);
  });

  it("PYO-09 earnings that are freed early wait for their own day; those that stay mature at theirs", async () => {
    const [freed, left] = [await ownFan(), await ownFan()];
    await review();
    await finance(freeEarnings, { messageId: freed.messageId, reason: "known" });
    expect(await earnings(freed.creator)).toMatchObject({ available: "0.00", inHold: "40.00" });
    world.runtime.clock.advance(8 * DAY);
    expect(await earnings(freed.creator)).toMatchObject({ available: "40.00" });
    world.runtime.clock.advance(30 * DAY);
    await review();
    expect([await held(left.creator.userId), await earnings(left.creator)]).toMatchObject([
      [{ status: "MATURED" }],
      { available: "40.00" },
    ]);
    await expect(finance(freeEarnings, { messageId: left.messageId, reason: "late" })).rejects.toMatchObject({
      key: "payment.held.invalid_status",
      code: 409,
    });
  });

  it("PYO-09 the bank account of a payee counts as well, other instruments and a fan without one do not", async () => {
    const instrument = `bank:${uuid()}`;
    const creator = await newCreator();
    await world.as(creator.userId)(startPayee, { country: "DE" });
    await world.as(creator.userId)(decideSandboxPayment, { reference: payeeReference(creator.userId), outcome: "ENABLED", instrument });
    const messageId = await answer(await fanWith(instrument), creator.userId);
    for (const fanId of [await world.newFan("60.00"), await fanWith(`card:${uuid()}`)]) await answer(fanId, creator.userId);
    await review();
    expect((await held(creator.userId)).map((row) => row.messageId)).toEqual([messageId]);
    const stored = inspect([await world.documents("payees"), await world.documents("topups"), await world.documents("escrows")], {
      depth: null,
      maxArrayLength: null,
    });
    expect(stored).not.toContain(instrument);
    expect(await world.documents("escrows", { toReview: true })).toEqual([]);
  });

  it("PYO-09 a device of both counts as well, alone or beside the card", async () => {
    const [creator, both] = [await newCreator(), await ownFan()];
    const fanId = await fanWith(`card:${uuid()}`);
    world.setSharing(fanId, creator.userId);
    world.setSharing(both.fanId, both.creator.userId);
    const messageId = await answer(fanId, creator.userId);
    await answer(await fanWith(`card:${uuid()}`), creator.userId);
    await review();
    expect(await held(creator.userId)).toMatchObject([{ messageId, status: "HELD", reasons: ["DEVICE"] }]);
    expect(await held(both.creator.userId)).toMatchObject([{ status: "HELD", reasons: ["INSTRUMENT", "DEVICE"] }]);
  });

  it("PYO-09 staff reverses held earnings, and frees no money of their own, nor twice, nor an unknown answer", async () => {
    const { creator, fanId, messageId } = await ownFan();
    await review();
    for (const own of [creator.userId, fanId])
      await expect(staff(own)(freeEarnings, { messageId, reason: "mine" })).rejects.toMatchObject({
        key: "payment.error.own_money",
        code: 403,
      });
    await expect(finance(freeEarnings, { messageId: uuid(), reason: "x" })).rejects.toMatchObject({
      key: "payment.held.not_found",
      code: 404,
    });
    for (const amount of ["20.00", "20.00"]) await finance(refundEscrow, { messageId, amount, reason: "worthless" });
    expect(await held(creator.userId)).toMatchObject([{ status: "HELD", amount: "24.00" }]);
    for (let person = 0; person < 2; person += 1) await finance(refundEscrow, { messageId, reason: "worthless" });
    expect(await held(creator.userId)).toMatchObject([{ status: "REVERSED", amount: "0.00" }]);
    expect(await earnings(creator)).toMatchObject({ available: "0.00", inHold: "0.00", lifetime: "0.00" });
    const other = await ownFan();
    await review();
    const free = () => finance(freeEarnings, { messageId: other.messageId, reason: "fine" });
    expect(await outcomesOf([free(), free(), free()])).toEqual({ accepted: 1, refusals: Array(2).fill("payment.held.invalid_status") });
    expect(await earnings(other.creator)).toMatchObject({ inHold: "40.00" });
  });

  it("PYO-09 an answer that is out of hold before it was looked at is not held, and no answer without a hold is looked at", async () => {
    const { creator } = await ownFan();
    world.runtime.clock.advance(8 * DAY);
    await review();
    expect([await held(creator.userId), await earnings(creator)]).toMatchObject([[], { available: "40.00" }]);
    world.configure({ "payment.payout_hold_days": 0 });
    const late = await ownFan();
    expect(await world.documents("escrows", { messageId: late.messageId, toReview: true })).toEqual([]);
    world.configure({ "payment.payout_hold_days": 7 });
  });
});
