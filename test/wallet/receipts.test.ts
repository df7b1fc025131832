import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createRefund, exportLedger, getTopUp, refundEscrow, writeOffChargeback } from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type Api, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  back = moneyBack(world);
});
afterAll(() => world.stop());

const [one, other] = [uuid(), uuid()];
const finance =
  (by: string): Api =>
  (contract, params) =>
    world.as(by, ["FINANCE"])(contract, params);

/** The entries of the journal of the last days. */
async function journal() {
  const now = world.runtime.clock.now().getTime();
  const [from, to] = [-30, 30].map((days) => new Date(now + days * DAY).toISOString()) as [string, string];
  return (await finance(one)(exportLedger, { from, to, limit: 500 })).entries;
}
const totalOf = (entries: readonly { readonly amount: string }[]) =>
  formatMoney(entries.reduce((sum, { amount }) => sum + BigInt(amount.replace(".", "")), 0n));
/** What the journal has of some kinds at an account. */
const booked = (entries: Awaited<ReturnType<typeof journal>>, account: string, ...kinds: readonly string[]) =>
  totalOf(entries.filter((entry) => entry.account === account && kinds.includes(entry.kind)));

it("PMT-24 a receipt has a number of its own, and says what has gone back since as the ledger has it", async () => {
  const { userId, topUp } = await back.newFan("50.00");
  const receipt = () => world.as(userId)(getTopUp, { topupId: topUp });
  const [row] = await world.documents("ledger_transactions", { kind: "TOPUP", "reference.id": topUp });
  const day = world.runtime.clock.now().toISOString().slice(0, 10).replaceAll("-", "");
  const number = `R-${day}-${String(row?._id).slice(-8).toUpperCase()}`;
  expect(await receipt()).toMatchObject({ number, amount: "50.00", refunded: "0.00", disputed: "0.00" });

  await world.as(userId)(createRefund, { amount: "12.50", idempotencyKey: uuid() });
  await back.finishRefunds();
  expect(await receipt()).toMatchObject({ number, amount: "50.00", refunded: "12.50", disputed: "0.00" });
  await back.dispute(topUp, "DISPUTED");
  expect(await receipt()).toMatchObject({ number, amount: "50.00", refunded: "12.50", disputed: "37.50" });
  const account = `user:${userId}:wallet`;
  const entries = await journal();
  expect([booked(entries, account, "REFUND_TO_SOURCE"), booked(entries, account, "CHARGEBACK")]).toEqual(["-12.50", "-37.50"]);
  await back.dispute(topUp, "DISPUTE_WON");
  expect(await receipt()).toMatchObject({ number, refunded: "12.50", disputed: "0.00" });
  expect(booked(await journal(), account, "TOPUP", "REFUND_TO_SOURCE", "CHARGEBACK", "CHARGEBACK_RETURN")).toBe("37.50");
});

it("PMT-24 the journal sums to 0.00, and so does each of its transactions, after refunds, a refund that failed, disputes and a written-off debt", async () => {
  world.configure({ "payment.payout_hold_days": 7 });
  const creator = await world.newCreator("0");
  const returned = await back.newFan("20.00");
  await back.decide(returned.topUp, "REFUNDS_FAIL");
  await world.as(returned.userId)(createRefund, { idempotencyKey: uuid() });
  await back.finishRefunds();
  const won = await back.newFan("20.00");
  await back.dispute(won.topUp, "DISPUTED");
  await back.dispute(won.topUp, "DISPUTE_WON");
  const given = await back.newFan("20.00");
  const messageId = await back.answer(given.userId, "10.01", creator.userId);
  for (const by of [one, other]) await finance(by)(refundEscrow, { messageId, amount: "3.34", reason: "x" });
  const elsewhere = await back.newFan("20.00");
  await back.refundElsewhere(elsewhere.topUp);
  const spent = await back.newFan("20.00");
  world.configure({ "payment.payout_hold_days": 0 });
  await back.answer(spent.userId, "20.00", creator.userId);
  await back.dispute(spent.topUp, "DISPUTED");
  await back.dispute(spent.topUp, "DISPUTE_LOST");
  await back.finishChargebacks();
  const [chargeback] = await world.documents("chargebacks", { userId: spent.userId });
  for (const by of [one, other]) await finance(by)(writeOffChargeback, { chargebackId: String(chargeback?._id), reason: "x" });

  const entries = await journal();
  const kinds = new Set(entries.map(({ kind }) => kind));
  const expected = ["REFUND_TO_SOURCE", "REFUND_RETURN", "CHARGEBACK", "CHARGEBACK_RETURN", "EARNING_REVERSAL", "RECOVERY", "WRITE_OFF"];
  expect(expected.filter((kind) => !kinds.has(kind as never))).toEqual([]);
  expect(totalOf(entries)).toBe("0.00");
  const unbalanced = [...Map.groupBy(entries, ({ id }) => id).values()].filter((own) => totalOf(own) !== "0.00");
  expect(unbalanced).toEqual([]);
  expect(booked(entries, `user:${spent.userId}:wallet`, ...kinds)).toBe("0.00");
  await back.expectBalanced();
});
