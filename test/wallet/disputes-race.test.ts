import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { confirmTopUp, createTopUp } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { recordDispute } from "#services/messaging/wallet/chargebacks/record-dispute.ts";
import { cents, type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  back = moneyBack(world);
});
afterAll(() => world.stop());

type State = "OPEN" | "WON";

/** Records what is heard of a dispute. While its transaction looks at the other disputes, something happens once. */
async function hear(topupId: string, name: string, state: State, meanwhile?: () => Promise<void>): Promise<void> {
  const topUp = await world.deps.topUps.find(topupId);
  if (!topUp) throw new Error("the top-up is gone");
  const { chargebacks } = world.deps;
  let todo = meanwhile;
  const after = async <T>(found: Promise<T>): Promise<T> => {
    const [rows, happen] = [await found, todo];
    todo = undefined;
    await happen?.();
    return rows;
  };
  const listOfTopUp: typeof chargebacks.listOfTopUp = (...of) => after(chargebacks.listOfTopUp(...of));
  const listOfUser: typeof chargebacks.listOfUser = (...of) => after(chargebacks.listOfUser(...of));
  const claim = { source: `sandbox:${name}:${topupId}`, state, amount: cents("20.00"), reason: "GENERAL", answerBy: null };
  await recordDispute({ ...world.deps, chargebacks: { ...chargebacks, listOfTopUp, listOfUser } }, topUp, claim);
}

async function inReview(): Promise<string> {
  const userId = uuid();
  const { topupId } = await world.as(userId)(createTopUp, { amount: "30.00", idempotencyKey: uuid() });
  await back.decide(topupId, "SUCCEEDED", cents("20.00"));
  await world.as(userId)(confirmTopUp, { topupId });
  await hear(topupId, "first", "OPEN");
  return topupId;
}

it("PMT-22 two disputes of a top-up in review that are won in the same moment no longer keep it from being resolved", async () => {
  const topupId = await inReview();
  await hear(topupId, "second", "OPEN");
  await hear(topupId, "first", "WON", () => hear(topupId, "second", "WON"));
  const row = await back.topUpRow(topupId);
  expect(row).toMatchObject({ status: "REVIEW" });
  expect(row).not.toHaveProperty("disputedEarly");
});

it("PMT-22 a dispute of a top-up in review that is opened while another is won keeps it from being resolved", async () => {
  const topupId = await inReview();
  await hear(topupId, "first", "WON", () => hear(topupId, "second", "OPEN"));
  expect(await back.topUpRow(topupId)).toMatchObject({ disputedEarly: true });
});

it("PMT-16 two disputes that had nothing left to take and are won in the same moment leave the wallet open", async () => {
  const { userId, topUp } = await back.newFan("20.00");
  for (const name of ["all", "first", "second"]) await hear(topUp, name, "OPEN");
  await hear(topUp, "all", "WON");
  await hear(topUp, "first", "WON", () => hear(topUp, "second", "WON"));
  expect(await back.wallet(userId, "FAN")).toMatchObject({ frozen: false, balance: 2_000n });
  await back.expectBalanced();
});
