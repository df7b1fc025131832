import { payoutProcessed } from "#libs/contracts/payouts.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { ChargeOutcome } from "#libs/providers/payment.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { WalletDeps } from "./deps.ts";
import { accountOf, moved, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT } from "./domain/ledger.ts";
import { type Payout, payoutMoves, REFUSED_BY_PROVIDER } from "./domain/payout.ts";
import { movementOf } from "./escrow.ts";

type BookDeps = Pick<WalletDeps, "wallets" | "ledger" | "payouts" | "outbox">;
type PayDeps = BookDeps & Pick<WalletDeps, "payment" | "transaction" | "faults">;

/** Who asked for a step; null for a job. */
interface Origin {
  readonly requestId: string | null;
}

/**
 * Hands a payout that is PROCESSING to its provider and records what became of it. May run any number of times, also twice at
 * once and after a crash at any point: the provider pays once for an id, and one of the records counts.
 * Throws ProviderFailure when the provider gives no answer; the payout stays PROCESSING then.
 */
export async function payOut(deps: PayDeps, payout: Payout, origin: Origin): Promise<void> {
  const { _id: payoutId, amount, currency, methodKind, methodLabel, provider } = payout;
  if (provider === null) throw new Error(`payout ${payoutId} has no provider`);
  const transfer = { payoutId, amount, currency, methodKind, methodLabel };
  const outcome = await deps.payment.named(provider).pay(transfer).catch(lastWord);
  await deps.faults.hit("wallet.payout.paid");
  if (outcome === "SUCCEEDED") await deps.transaction((tx) => settle(deps, tx, payoutId, origin));
  if (outcome === "FAILED") {
    await deps.transaction((tx) =>
      reverse(deps, tx, payoutId, { move: payoutMoves.fail, decision: { reason: REFUSED_BY_PROVIDER }, ...origin }),
    );
  }
}

/** A refusal ends a payout; after any other failure the provider is asked again. */
function lastWord(error: unknown): ChargeOutcome {
  if (error instanceof ProviderFailure && error.reason === "REFUSED") return "FAILED";
  throw error;
}

async function settle(deps: BookDeps, tx: Tx, payoutId: string, { requestId }: Origin): Promise<void> {
  const paid = await deps.payouts.move(tx, payoutId, payoutMoves.pay);
  if (!paid) return;
  const { userId, amount } = paid;
  // Nothing of the creator's moves any more; the place in the chain makes a lost transaction show.
  const wallet = await deps.wallets.takePlace(tx, userId, "CREATOR");
  await deps.ledger.post(tx, {
    kind: "PAYOUT_SETTLEMENT",
    reference: { type: "payout", id: payoutId },
    entries: moved(amount, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT),
    movement: movementOf(wallet, 0n),
  });
  await tell(deps, tx, paid, "PAID", requestId);
}

interface Reversal extends Origin {
  readonly move: (typeof payoutMoves)["fail" | "refuse"];
  readonly decision: Pick<Payout, "reason"> & Partial<Pick<Payout, "decidedBy">>;
}

/** Ends a payout as FAILED if it is where the move starts, and gives the money back, also to a frozen wallet. Null when it is elsewhere. */
export async function reverse(deps: BookDeps, tx: Tx, payoutId: string, { move, decision, requestId }: Reversal): Promise<Payout | null> {
  const failed = await deps.payouts.move(tx, payoutId, move, decision);
  if (!failed) return null;
  const { userId, amount } = failed;
  const wallet = await deps.wallets.credit(tx, userId, "CREATOR", amount);
  await deps.ledger.post(tx, {
    kind: "PAYOUT_REVERSAL",
    reference: { type: "payout", id: payoutId },
    entries: moved(amount, PAYOUTS_ACCOUNT, accountOf(userId, "CREATOR")),
    movement: movementOf(wallet, amount),
  });
  await tell(deps, tx, failed, "FAILED", requestId);
  return failed;
}

async function tell({ outbox }: BookDeps, tx: Tx, payout: Payout, status: "PAID" | "FAILED", requestId: string | null): Promise<void> {
  const { _id: payoutId, creatorId, userId, amount, currency, reason } = payout;
  const fact = { payoutId, creatorId, userId, amount: formatMoney(amount), currency, status, reason };
  await outbox.add(tx, payoutProcessed, fact, { requestId });
}
