import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { approvePayout, requestPayout } from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { eraseBatch } from "#libs/platform/personal-data/erase-batch.ts";
import { erasureLedger } from "#libs/platform/personal-data/erasure-ledger.ts";
import type { Transfer, TransferState } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { moneyRows } from "#services/messaging/wallet/personal-data.ts";
import { outgoing, stubPayment } from "../support/stub-payment.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const transfers: Transfer[] = [];
let outcome: TransferState = "PENDING";
const provider = stubPayment({
  async pay(transfer) {
    transfers.push(transfer);
    return outgoing(outcome);
  },
});

let world: WalletWorld;

beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox: provider }) }) });
});
afterAll(() => world.stop());

it.each(["SUCCEEDED", "FAILED"] as const)(
  "GDP-08 GDP-09 PAY-05 retries the payout of a deleted user with its label, and erases the label when the provider answers %s",
  async (finalOutcome) => {
    const { userId, methodId } = await world.newCreator("60.00");
    const request = () => world.as(userId)(requestPayout, { amount: "20.00", methodId, idempotencyKey: uuid() });
    const [processing, ended] = [await request(), await request()];
    const approve = (payoutId: string) => world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
    outcome = "SUCCEEDED";
    await approve(ended.payoutId);
    outcome = "PENDING";
    await approve(processing.payoutId);
    const labelOf = async ({ payoutId }: { payoutId: string }) => (await world.deps.payouts.find(payoutId))?.methodLabel;
    const { connection, transaction } = world;
    const deps = { transaction, ledger: erasureLedger(databaseOf(connection), world.runtime.clock) };
    const subject = { userId, creatorId: null, bioPageIds: [], addressHash: null };
    const erase = () => eraseBatch(deps, { rows: moneyRows(world.deps.database), impersonal: {} }, subject);
    for (const _attempt of [1, 2]) expect(await erase()).toMatchObject({ done: true, anonymised: { payouts: 2 } });
    expect([await labelOf(processing), await labelOf(ended)]).toEqual(["my bank", ""]);
    outcome = finalOutcome;
    world.runtime.clock.advance(MINUTE);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
    expect(transfers.filter(({ payoutId }) => payoutId === processing.payoutId).map(({ methodLabel }) => methodLabel)).toEqual([
      "my bank",
      "my bank",
    ]);
    expect([(await world.deps.payouts.find(processing.payoutId))?.status, await labelOf(processing)]).toEqual([
      finalOutcome === "FAILED" ? "FAILED" : "PAID",
      "",
    ]);
    expect(await erase()).toMatchObject({ done: true, anonymised: { payouts: 2 } });
  },
);
