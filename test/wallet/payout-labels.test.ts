import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { approvePayout, requestPayout } from "#libs/contracts/wallet.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eraseBite } from "#libs/personal-data/erase-bite.ts";
import { erasureLedger } from "#libs/personal-data/erasure-ledger.ts";
import { type ChargeOutcome, type PaymentProvider, paymentSlot, type Transfer } from "#libs/providers/payment.ts";
import { moneyRows } from "#services/messaging/wallet/personal-data.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const asked: Transfer[] = [];
let says: ChargeOutcome = "PENDING";
const provider: PaymentProvider = {
  start: async ({ topUpId }) => topUpId,
  outcome: async () => "SUCCEEDED",
  async pay(transfer) {
    asked.push(transfer);
    return says;
  },
};

let world: WalletWorld;

beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox: provider }) }) });
});
afterAll(() => world.stop());

it.each(["SUCCEEDED", "FAILED"] as const)(
  "GDP-08 GDP-09 PAY-05 a provider is asked again with the label of a user who is gone; when it says %s the label goes",
  async (end) => {
    const { userId, methodId } = await world.aCreator("60.00");
    const request = () => world.as(userId)(requestPayout, { amount: "20.00", methodId, idempotencyKey: uuid() });
    const [underWay, ended] = [await request(), await request()];
    const approve = (payoutId: string) => world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
    says = "SUCCEEDED";
    await approve(ended.payoutId);
    says = "PENDING";
    await approve(underWay.payoutId);
    const labelOf = async ({ payoutId }: { payoutId: string }) => (await world.deps.payouts.find(payoutId))?.methodLabel;
    const { connection, transaction } = world;
    const deps = { transaction, ledger: erasureLedger(connection, world.runtime.clock) };
    const subject = { userId, creatorId: null, bioPageIds: [], addressHash: null };
    const erase = () => eraseBite(deps, { rows: moneyRows(connection), impersonal: {} }, subject);
    for (const _time of [1, 2]) expect(await erase()).toMatchObject({ done: true, anonymised: { payouts: 2 } });
    expect([await labelOf(underWay), await labelOf(ended)]).toEqual(["my bank", ""]);
    says = end;
    world.runtime.clock.advance(MINUTE);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
    expect(asked.filter(({ payoutId }) => payoutId === underWay.payoutId).map(({ methodLabel }) => methodLabel)).toEqual([
      "my bank",
      "my bank",
    ]);
    expect([(await world.deps.payouts.find(underWay.payoutId))?.status, await labelOf(underWay)]).toEqual([
      end === "FAILED" ? "FAILED" : "PAID",
      "",
    ]);
    expect(await erase()).toMatchObject({ done: true, anonymised: { payouts: 2 } });
  },
);
