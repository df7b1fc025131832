import { CURRENCY } from "#libs/contracts/shared.ts";
import { earningsReversed } from "#libs/contracts/wallet/chargebacks.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { earningReversals } from "../data/earning-reversal.store.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { movedReview } from "../domain/answer-review.ts";
import { type EarningReversal, reversedEscrow, splitReversal } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { accountOf, ESCROW_ACCOUNT, reversalEntries, transferEntries } from "../domain/ledger.ts";
import { credit, giveBack } from "../domain/wallet.ts";
import { book, bookCredit } from "../ledger/book.ts";

export type ReverseDeps = Pick<Deps, "clock" | "wallets" | "ledger" | "outbox">;

/** How much of an earned price goes back, and why. */
type Part = Pick<EarningReversal, "amount" | "cause" | "reason">;

/**
 * Gives a part of an earned price back to the fan: the creator gives the net of it, the platform its commission. False, and nothing
 * changes, when the creator has less than that. The set has loaded the escrow and both wallets.
 */
export function reverseEarning(deps: ReverseDeps, set: WorkingSet, escrow: Escrow, { amount, cause, reason }: Part): boolean {
  const { messageId, fanId, creatorId, stopped = false, availableOn = "" } = escrow;
  const split = splitReversal(escrow, amount);
  if ((set.get(walletOf(creatorId, "CREATOR"))?.balance ?? 0n) < split.net) return false;
  const reversalId = uuid();
  const reference = { type: "reversal", id: reversalId } as const;
  const taken = { kind: "EARNING_REVERSAL", reference, entries: reversalEntries(split, accountOf(creatorId, "CREATOR")) } as const;
  const days = { today: utcDay(deps.clock.now()), availableOn, stopped };
  book(deps, set, { ...taken, wallet: { userId: creatorId, kind: "CREATOR" } }, (wallet) => giveBack(wallet, split.net, days));
  set.hit("wallet.reversal.taken");
  const entries = transferEntries(amount, ESCROW_ACCOUNT, accountOf(fanId, "FAN"));
  const given = { kind: "RECOVERY", reference, entries, wallet: { userId: fanId, kind: "FAN" } } as const;
  bookCredit(deps, set, given, (wallet) => credit(wallet, amount));
  const createdAt = deps.clock.now();
  const left = reversedEscrow(escrow, amount);
  const ended = left.status === "REVERSED" ? movedReview(left.review, "reverse", createdAt) : null;
  set.put(escrowOf(messageId), ended ? { ...left, review: ended } : left);
  set.insert(earningReversals, { _id: reversalId, messageId, fanId, creatorId, amount, net: split.net, cause, reason, createdAt });
  const sums = { amount: formatMoney(amount), net: formatMoney(split.net), currency: CURRENCY };
  deps.outbox.record(set, earningsReversed, { reversalId, messageId, creatorUserId: creatorId, fanId, ...sums, cause });
  return true;
}
