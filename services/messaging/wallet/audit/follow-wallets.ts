import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import { type Chain, EMPTY_CHAIN, followChain } from "../domain/chain.ts";
import { accountOf, COSTS_ACCOUNT } from "../domain/ledger.ts";
import { checkWallet } from "../domain/ledger-invariants.ts";
import type { Violation } from "../domain/violation.ts";
import type { Wallet } from "../domain/wallet.ts";
import type { AuditedBooks } from "./audited-books.ts";

/** A chain before and after the movements since its checkpoint. */
export interface FollowedChain {
  readonly account: string;
  readonly before: Chain;
  readonly after: Chain;
  readonly violations: readonly Violation[];
  /** Whether the chain has more movements. */
  readonly hasMore: boolean;
}

export interface FollowedWallet extends FollowedChain {
  readonly wallet: Wallet;
}

type Followed = Pick<AuditedBooks, "ledger" | "totals">;

/** Follows the chains of some wallets from their checkpoints. @param most movements of each that are followed; null: all */
export async function followWallets(books: Followed, tx: Tx, wallets: readonly Wallet[], most: number | null): Promise<FollowedWallet[]> {
  if (wallets.length === 0) return [];
  const movements = await movementsSince(
    books,
    tx,
    wallets.map(({ userId, kind }) => accountOf(userId, kind)),
    most,
  );
  return wallets.map((wallet) => {
    const chain = followed(accountOf(wallet.userId, wallet.kind), movements);
    const hasMore = most !== null && wallet.sequence > chain.before.sequence + most && chain.after.sequence > chain.before.sequence;
    const ofWallet = hasMore ? [] : checkWallet(wallet, chain.after, null);
    return { ...chain, wallet, violations: [...chain.violations, ...ofWallet], hasMore };
  });
}

/** Follows the chain of the costs, which belongs to no wallet. */
export async function followCosts(books: Followed, tx: Tx, most: number | null): Promise<FollowedChain> {
  const movements = await movementsSince(books, tx, [COSTS_ACCOUNT], most);
  const hasMore = most !== null && (movements.rowsOf.get(COSTS_ACCOUNT)?.length ?? 0) === most;
  return { ...followed(COSTS_ACCOUNT, movements), hasMore };
}

interface Movements {
  readonly before: (account: string) => Chain;
  readonly rowsOf: ReadonlyMap<string, LedgerDoc[]>;
}

async function movementsSince({ ledger, totals }: Followed, tx: Tx, accounts: readonly string[], most: number | null): Promise<Movements> {
  const checkpoints = await totals.find({ _id: { $in: [...accounts] } }, { tx });
  const chainOf = new Map(checkpoints.map(({ _id, chain }) => [_id, chain ?? EMPTY_CHAIN]));
  const before = (account: string): Chain => chainOf.get(account) ?? EMPTY_CHAIN;
  const rowsOf = new Map<string, LedgerDoc[]>();
  // Chains with the same position are read by one query: after a restore these are all of them.
  for (const [sequence, own] of Map.groupBy(accounts, (account) => before(account).sequence)) {
    const next = { $gt: sequence, ...(most !== null && { $lte: sequence + most }) };
    const rows = await ledger.find({ "movement.account": { $in: own }, "movement.sequence": next }, { tx });
    for (const [account, found] of Map.groupBy(rows, ({ movement }) => movement.account)) rowsOf.set(account, found);
  }
  return { before, rowsOf };
}

function followed(account: string, { before, rowsOf }: Movements): Omit<FollowedChain, "hasMore"> {
  const inOrder = (rowsOf.get(account) ?? []).sort((one, other) => one.movement.sequence - other.movement.sequence);
  const { chain: after, violations } = followChain(before(account), inOrder);
  return { account, before: before(account), after, violations };
}
