import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { LedgerStore } from "../data/ledger.store.ts";
import { type WalletStore, walletOf } from "../data/wallet.store.ts";
import { movementOf, type Posting } from "../domain/ledger.ts";
import type { Wallet } from "../domain/wallet.ts";

export interface Books {
  readonly wallets: Pick<WalletStore, "newWallet">;
  readonly ledger: Pick<LedgerStore, "append">;
}

interface Booking extends Omit<Posting, "movement"> {
  readonly wallet: Pick<Wallet, "userId" | "kind">;
}

/**
 * Changes a wallet, and appends the ledger transaction with its movement. The set has loaded the wallet.
 * @param change gets the wallet; null: there is none
 * @returns the id of the ledger transaction
 */
export function book(
  { ledger }: Pick<Books, "ledger">,
  set: WorkingSet,
  booking: Booking,
  change: (wallet: Wallet | null) => Wallet,
): string {
  const { wallet, ...posting } = booking;
  const key = walletOf(wallet.userId, wallet.kind);
  const before = set.get(key);
  const after = change(before);
  set.put(key, after);
  return ledger.append(set, { ...posting, movement: movementOf(after, after.balance - (before?.balance ?? 0n)) });
}

/** As {@link book} for money that comes in: a wallet that does not exist is created. */
export function bookCredit(books: Books, set: WorkingSet, booking: Booking, change: (wallet: Wallet) => Wallet): string {
  const { userId, kind } = booking.wallet;
  return book(books, set, booking, (wallet) => change(wallet ?? books.wallets.newWallet(userId, kind)));
}
