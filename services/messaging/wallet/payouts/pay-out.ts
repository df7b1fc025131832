import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { ChargeOutcome } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "../deps.ts";
import { accountOf, movementOf, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type Payout, payoutMoves, REFUSED_BY_PROVIDER } from "../domain/payout.ts";

type LedgerDeps = Pick<Deps, "wallets" | "ledger" | "payouts" | "outbox">;
type PayDeps = LedgerDeps & Pick<Deps, "payment" | "transaction" | "faults">;

/**
 * Sends a payout that is PROCESSING to its provider and records the outcome. It may run any number of times, concurrently and after
 * a crash at any point: the provider pays once for an id, and the outcome is recorded once. Throws ProviderFailure when the provider
 * gives no answer; the payout stays PROCESSING then.
 */
export async function payOut(deps: PayDeps, payout: Payout): Promise<void> {
  const { _id: payoutId, amount, currency, methodKind, methodLabel, provider } = payout;
  if (provider === null) throw new Error(`payout ${payoutId} has no provider`);
  const transfer = { payoutId, amount, currency, methodKind, methodLabel };
  const outcome = await deps.payment.named(provider).pay(transfer).catch(failedIfRefused);
  await deps.faults.hit("wallet.payout.paid");
  if (outcome === "SUCCEEDED") await deps.transaction((tx) => settle(deps, tx, payoutId));
  if (outcome === "FAILED") {
    const reversal = { move: payoutMoves.fail, decision: { reason: REFUSED_BY_PROVIDER } };
    await deps.transaction((tx) => reverse(deps, tx, payoutId, reversal));
  }
}

/** A refusal of the provider is final; any other failure is retried. */
function failedIfRefused(error: unknown): ChargeOutcome {
  if (error instanceof ProviderFailure && error.reason === "REFUSED") return "FAILED";
  throw error;
}

async function settle(deps: LedgerDeps, tx: Tx, payoutId: string): Promise<void> {
  const paid = await deps.payouts.move(tx, payoutId, payoutMoves.pay);
  if (!paid) return;
  const { userId, amount } = paid;
  // The settlement does not change the balance. It takes a sequence number, so that a lost settlement leaves a gap.
  const wallet = await deps.wallets.nextSequence(tx, userId, "CREATOR");
  await deps.ledger.append(tx, {
    kind: "PAYOUT_SETTLEMENT",
    reference: { type: "payout", id: payoutId },
    entries: transferEntries(amount, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT),
    movement: movementOf(wallet, 0n),
  });
  await publishProcessed(deps, tx, paid, "PAID");
}

interface Reversal {
  readonly move: (typeof payoutMoves)["fail" | "refuse"];
  readonly decision: Pick<Payout, "reason"> & Partial<Pick<Payout, "decidedBy">>;
}

/**
 * Ends a payout as FAILED and returns the money, also to a frozen wallet. Resolves to null, and changes nothing, when the payout is
 * not in a status in which the move starts.
 */
export async function reverse(deps: LedgerDeps, tx: Tx, payoutId: string, { move, decision }: Reversal): Promise<Payout | null> {
  const failed = await deps.payouts.move(tx, payoutId, move, decision);
  if (!failed) return null;
  const { userId, amount } = failed;
  const wallet = await deps.wallets.credit(tx, userId, "CREATOR", amount);
  await deps.ledger.append(tx, {
    kind: "PAYOUT_REVERSAL",
    reference: { type: "payout", id: payoutId },
    entries: transferEntries(amount, PAYOUTS_ACCOUNT, accountOf(userId, "CREATOR")),
    movement: movementOf(wallet, amount),
  });
  await publishProcessed(deps, tx, failed, "FAILED");
  return failed;
}

async function publishProcessed({ outbox }: LedgerDeps, tx: Tx, payout: Payout, status: "PAID" | "FAILED"): Promise<void> {
  const { _id: payoutId, creatorId, userId, amount, currency, reason } = payout;
  const event = { payoutId, creatorId, userId, amount: formatMoney(amount), currency, status, reason };
  await outbox.add(tx, payoutProcessed, event);
}
