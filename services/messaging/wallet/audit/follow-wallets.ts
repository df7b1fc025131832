import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import { type Chain, EMPTY_CHAIN, followChain } from "../domain/chain.ts";
import { accountOf } from "../domain/ledger.ts";
import { checkWallet } from "../domain/ledger-invariants.ts";
import type { Violation } from "../domain/violation.ts";
import type { Wallet } from "../domain/wallet.ts";
import type { AuditedBooks } from "./audited-books.ts";

/** A wallet, and its chain before and after the movements since its checkpoint. */
export interface FollowedWallet {
  readonly wallet: Wallet;
  readonly account: string;
  readonly before: Chain;
  readonly after: Chain;
  readonly violations: readonly Violation[];
  /** Whether the chain has more movements. */
  readonly hasMore: boolean;
}

/** Follows the chains of some wallets from their checkpoints. @param most movements of each that are followed; null: all */
export async function followWallets(
  { ledger, totals }: Pick<AuditedBooks, "ledger" | "totals">,
  tx: Tx,
  wallets: readonly Wallet[],
  most: number | null,
): Promise<FollowedWallet[]> {
  if (wallets.length === 0) return [];
  const accounts = wallets.map(({ userId, kind }) => accountOf(userId, kind));
  const checkpoints = await totals.find({ _id: { $in: accounts } }, { tx });
  const chainOf = new Map(checkpoints.map(({ _id, chain }) => [_id, chain ?? EMPTY_CHAIN]));
  const before = (account: string): Chain => chainOf.get(account) ?? EMPTY_CHAIN;
  const rowsOf = new Map<string, LedgerDoc[]>();
  // Chains with the same position are read by one query: after a restore these are all of them.
  for (const [sequence, own] of Map.groupBy(accounts, (account) => before(account).sequence)) {
    const next = { $gt: sequence, ...(most !== null && { $lte: sequence + most }) };
    const rows = await ledger.find({ "movement.account": { $in: own }, "movement.sequence": next }, { tx });
    for (const [account, found] of Map.groupBy(rows, ({ movement }) => movement.account)) rowsOf.set(account, found);
  }
  return wallets.map((wallet) => {
    const account = accountOf(wallet.userId, wallet.kind);
    return followed(wallet, before(account), rowsOf.get(account) ?? [], most);
  });
}

function followed(wallet: Wallet, before: Chain, rows: LedgerDoc[], most: number | null): FollowedWallet {
  const inOrder = rows.sort((one, other) => one.movement.sequence - other.movement.sequence);
  const { chain: after, violations } = followChain(before, inOrder);
  const hasMore = most !== null && wallet.sequence > before.sequence + most && after.sequence > before.sequence;
  const ofWallet = hasMore ? [] : checkWallet(wallet, after, null);
  return { wallet, account: accountOf(wallet.userId, wallet.kind), before, after, violations: [...violations, ...ofWallet], hasMore };
}
