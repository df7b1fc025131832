import type { Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { ChargebackStore } from "../data/chargeback.store.ts";
import type { EarningReversalStore } from "../data/earning-reversal.store.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import type { RefundStore } from "../data/refund.store.ts";
import type { TopUpStore } from "../data/top-up.store.ts";
import { sumOf } from "../domain/ledger.ts";
import { checkEqual, type Violation, violation } from "../domain/ledger-invariants.ts";
import {
  backPostingCountOf,
  checkChargeback,
  checkRefund,
  checkReversal,
  checkTopUp,
  countsAsDisputed,
  countsAsRefunded,
} from "../domain/money-back-invariants.ts";
import { forEachWithPostings } from "./each-with-postings.ts";

interface Stores {
  readonly ledger: Pick<LedgerStore, "findByReference">;
  readonly topUps: Pick<TopUpStore, "findByIds" | "succeededTotals">;
  readonly refunds: Pick<RefundStore, "scan">;
  readonly chargebacks: Pick<ChargebackStore, "scan">;
  readonly reversals: Pick<EarningReversalStore, "scan">;
}

type Report = (violations: readonly Violation[]) => void;

/** What has gone back, in minor units. */
interface MoneyBack {
  readonly postings: { readonly refund: number; readonly chargeback: number; readonly reversal: number };
  readonly topUps: Money;
  readonly wentBack: Money;
  readonly losses: Money;
  /** By message. */
  readonly reversed: ReadonlyMap<string, Money>;
}

/** Compares refunds, chargebacks and reversals with the ledger and with their top-ups (M10). */
export async function auditMoneyBack(stores: Stores, tx: Tx, report: Report): Promise<MoneyBack> {
  const [refunded, disputed, reversed, failed] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const postings = { refund: 0, chargeback: 0, reversal: 0 };
  let losses = 0n;
  const idOf = ({ _id }: { readonly _id: string }) => _id;
  await forEachWithPostings(stores, tx, { type: "refund", rows: stores.refunds.scan(tx), idOf }, (refund, own) => {
    report(checkRefund(refund, own));
    postings.refund += backPostingCountOf.refund(refund);
    refunded.add(refund.topupId, countsAsRefunded(refund));
    if (refund.chargedBack) failed.add(refund.chargedBack.chargebackId, refund.chargedBack.amount);
  });
  await forEachWithPostings(stores, tx, { type: "chargeback", rows: stores.chargebacks.scan(tx), idOf }, (chargeback, own) => {
    const ofFailed = failed.get(chargeback._id) ?? 0n;
    report(checkChargeback(chargeback, own, ofFailed));
    postings.chargeback += backPostingCountOf.chargeback(chargeback, ofFailed);
    disputed.add(chargeback.topupId, countsAsDisputed(chargeback));
    losses += chargeback.writtenOff ?? 0n;
  });
  await forEachWithPostings(stores, tx, { type: "reversal", rows: stores.reversals.scan(tx), idOf }, (reversal, own) => {
    report(checkReversal(reversal, own));
    postings.reversal += backPostingCountOf.reversal(reversal);
    reversed.add(reversal.messageId, reversal.amount);
  });
  const topUps = await auditTopUps(stores, tx, { refunded, disputed }, report);
  return { postings, topUps, wentBack: refunded.total() + disputed.total(), losses, reversed };
}

/** Sums in minor units, by id. */
class Sums extends Map<string, Money> {
  add(id: string, amount: Money): void {
    this.set(id, (this.get(id) ?? 0n) + amount);
  }
  total(): Money {
    return sumOf([...this.values()]);
  }
}

const BATCH_SIZE = 500;

/** The totals show a top-up that has a sum without a row; the others are compared one by one. Resolves to what came in. */
async function auditTopUps({ topUps }: Stores, tx: Tx, sums: { refunded: Sums; disputed: Sums }, report: Report): Promise<Money> {
  const { refunded, disputed } = sums;
  const ids = [...new Set([...refunded.keys(), ...disputed.keys()])];
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    const found = new Map((await topUps.findByIds(tx, batch)).map((topUp) => [topUp._id, topUp]));
    for (const id of batch) {
      const topUp = found.get(id);
      report(
        topUp
          ? checkTopUp(topUp, refunded.get(id) ?? 0n, disputed.get(id) ?? 0n)
          : [violation("M10", `top-up ${id}`, "is missing, but went back")],
      );
    }
  }
  const totals = await topUps.succeededTotals(tx);
  report([
    ...checkEqual("M10", "refunded of all top-ups", totals.refunded, refunded.total()),
    ...checkEqual("M10", "disputed of all top-ups", totals.disputed, disputed.total()),
  ]);
  return totals.amount;
}
