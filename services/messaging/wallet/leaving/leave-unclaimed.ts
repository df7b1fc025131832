import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { openUnclaimedOf } from "../data/unclaimed.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { availableOf } from "../domain/in-hold.ts";
import { accountOf, transferEntries, unclaimedAccount } from "../domain/ledger.ts";
import { claimHash } from "../domain/unclaimed.ts";
import { leave, type Wallet } from "../domain/wallet.ts";
import { book } from "../ledger/book.ts";

export type UnclaimDeps = Pick<Deps, "clock" | "ledger" | "unclaimed" | "pseudonymKey">;

/** Who has left, and by which request. */
export interface Leaving {
  readonly userId: string;
  readonly requestId: string;
}

const KINDS: readonly WalletKind[] = ["FAN", "CREATOR"];

/** Loads the wallets of a person who leaves, and the unclaimed money. */
export const loadLeaving = (set: WorkingSet, { userId, requestId }: Leaving): Promise<void> =>
  set.load([...KINDS.map((kind) => walletOf(userId, kind)), openUnclaimedOf(requestId)]);

/** Earnings that are in hold, or stopped by a dispute, stay: they may still go back to a fan. */
export const freeOf = (wallet: Wallet, today: string): Money => (wallet.kind === "FAN" ? wallet.balance : availableOf(wallet, today));

/** Moves what the wallets of a former user have to the unclaimed money of the deletion. The set has loaded it. */
export function leaveUnclaimed(deps: UnclaimDeps, set: WorkingSet, leaving: Leaving): void {
  const { userId, requestId } = leaving;
  let total: Money = 0n;
  for (const kind of KINDS) {
    const wallet = set.get(walletOf(userId, kind));
    const amount = wallet ? freeOf(wallet, utcDay(deps.clock.now())) : 0n;
    if (!wallet || amount <= 0n) continue;
    const entries = transferEntries(amount, accountOf(userId, kind), unclaimedAccount(requestId));
    // What comes later is another transaction, so the reference has the number of the movement.
    const reference = { type: "closing", id: `${requestId}:${kind === "FAN" ? "wallet" : "earnings"}:${wallet.sequence + 1}` } as const;
    book(deps, set, { kind: "UNCLAIM", reference, entries, wallet: { userId, kind } }, (own) => leave(own, amount));
    total += amount;
  }
  if (total === 0n) return;
  deps.unclaimed.add(set, { ...leaving, codeHash: claimHash(deps.pseudonymKey, requestId) }, total);
  set.hit("wallet.closing.unclaimed");
}
