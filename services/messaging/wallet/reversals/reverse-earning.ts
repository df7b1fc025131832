import { CURRENCY } from "#libs/contracts/shared.ts";
import { earningsReversed } from "#libs/contracts/wallet/chargebacks.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { earningReversals, listReversals } from "../data/earning-reversal.store.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { movedReview } from "../domain/answer-review.ts";
import { type EarningReversal, partToRepay, reversedEscrow, splitReversal } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { accountOf, recoveryEntries, reversalEntries, sumOf } from "../domain/ledger.ts";
import { credit, giveBack } from "../domain/wallet.ts";
import { book, bookCredit } from "../ledger/book.ts";

export type ReverseDeps = Pick<Deps, "chargebacks" | "clock" | "database" | "wallets" | "ledger" | "outbox">;

/** How much of an earned price goes back, and why. */
type Part = Pick<EarningReversal, "amount" | "cause" | "chargebackId" | "reason">;

/**
 * Gives a part of an earned price back to the fan: the creator gives the net of it, the platform its commission. What was written off for
 * the fan is repaid first. False, and nothing changes, when the creator has less than that. The set has loaded the escrow and both wallets.
 */
export async function reverseEarning(deps: ReverseDeps, set: WorkingSet, escrow: Escrow, part: Part): Promise<boolean> {
  const { amount } = part;
  const { messageId, fanId, creatorId, stopped = false, availableOn = "" } = escrow;
  const split = splitReversal(escrow, amount);
  if ((set.get(walletOf(creatorId, "CREATOR"))?.balance ?? 0n) < split.net) return false;
  const repaid = await amountToRepay(deps, set, fanId, amount);
  const reversalId = uuid();
  const reference = { type: "reversal", id: reversalId } as const;
  const taken = { kind: "EARNING_REVERSAL", reference, entries: reversalEntries(split, accountOf(creatorId, "CREATOR")) } as const;
  const days = { today: utcDay(deps.clock.now()), availableOn, stopped };
  book(deps, set, { ...taken, wallet: { userId: creatorId, kind: "CREATOR" } }, (wallet) => giveBack(wallet, split.net, days));
  set.hit("wallet.reversal.taken");
  const entries = recoveryEntries(amount, repaid, accountOf(fanId, "FAN"));
  const given = { kind: "RECOVERY", reference, entries, wallet: { userId: fanId, kind: "FAN" } } as const;
  bookCredit(deps, set, given, (wallet) => credit(wallet, amount - repaid));
  const createdAt = deps.clock.now();
  const left = reversedEscrow(escrow, amount);
  const ended = left.status === "REVERSED" ? movedReview(left.review, "reverse", createdAt) : null;
  set.put(escrowOf(messageId), ended ? { ...left, review: ended } : left);
  const row = { _id: reversalId, messageId, fanId, creatorId, ...part, net: split.net, createdAt };
  set.insert(earningReversals, repaid > 0n ? { ...row, repaid } : row);
  const sums = { amount: formatMoney(amount), net: formatMoney(split.net), credited: formatMoney(amount - repaid), currency: CURRENCY };
  deps.outbox.record(set, earningsReversed, { reversalId, messageId, creatorUserId: creatorId, fanId, ...sums, cause: part.cause });
  return true;
}

/** What of an amount repays the platform. Each reversal writes the wallet of its fan, so no two of them count the same debt. */
async function amountToRepay({ chargebacks, database }: ReverseDeps, set: WorkingSet, fanId: string, amount: Money): Promise<Money> {
  const balance = set.get(walletOf(fanId, "FAN"))?.balance ?? 0n;
  const free = amount + balance;
  if (free <= 0n) return 0n;
  const written = sumOf((await chargebacks.listOfUser(fanId, set.tx)).map(({ writtenOff = 0n }) => writtenOff));
  if (written === 0n) return 0n;
  const before = sumOf((await listReversals(database, fanId, set.tx)).map(({ repaid = 0n }) => repaid));
  return partToRepay(amount, balance, written - before);
}
