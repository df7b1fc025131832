import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { type AccountSums, movedBetween, sumByAccount } from "../domain/chain.ts";
import { type AuditedBooks, auditedBooks } from "./audited-books.ts";
import { followCosts, followWallets } from "./follow-wallets.ts";

/** With more wallets than this to follow, the totals are those of the last audit. */
const MAX_FOLLOWED = 2_000;

interface Balances {
  /** Up to `limit + 1` accounts behind a name, by name. */
  readonly accounts: readonly AccountSums[];
  readonly accountCount: number;
  /** Of all accounts. */
  readonly totals: Omit<AccountSums, "account">;
  readonly asOf: Date;
}

type BalanceDeps = Pick<Deps, "audits" | "clock" | "database" | "transaction">;

/** A page of the balances of all accounts in one snapshot: what the audits have added up, and what has moved since. */
export function readBalances({ audits, clock, database, transaction }: BalanceDeps, cursor: string, limit: number): Promise<Balances> {
  const books = auditedBooks(database, null, null);
  return transaction(async (tx) => {
    const summary = await audits.find("INCREMENTAL", tx);
    const { accounts: accountCount = 0, debit = 0n, credit = 0n, lastSuccessAt } = summary ?? {};
    const moved = await movedSince(books, tx);
    const stored = await accountsAfter(books, tx, cursor, limit + 1);
    if (!moved) return { accounts: stored, accountCount, totals: { debit, credit }, asOf: lastSuccessAt ?? clock.now() };
    const known = await books.totals.find({ _id: { $in: [...moved.keys()] } }, { tx, projection: { _id: 1 } });
    const knownNames = new Set(known.map(({ _id }) => _id));
    const added = [...moved.values()].filter(({ account }) => !knownNames.has(account));
    const page = [
      ...sumByAccount([
        stored.flatMap((sums) => [sums, ...inList(moved.get(sums.account))]),
        added.filter(({ account }) => account > cursor),
      ]).values(),
    ].sort((one, other) => (one.account < other.account ? -1 : 1));
    const all = [...moved.values()];
    const totals = {
      debit: all.reduce((total, each) => total + each.debit, debit),
      credit: all.reduce((total, each) => total + each.credit, credit),
    };
    return { accounts: page.slice(0, limit + 1), accountCount: accountCount + added.length, totals, asOf: clock.now() };
  });
}

const inList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

async function accountsAfter({ totals }: AuditedBooks, tx: Tx, cursor: string, limit: number): Promise<AccountSums[]> {
  const options = { tx, sort: { _id: 1 }, limit, projection: { debit: 1, credit: 1 } } as const;
  const rows = await totals.find({ _id: { $gt: cursor } }, options);
  return rows.map(({ _id: account, debit, credit }) => ({ account, debit, credit }));
}

/** What the chains have moved since their checkpoints, by account; null: too many wallets have moved. */
async function movedSince(books: AuditedBooks, tx: Tx): Promise<Map<string, AccountSums> | null> {
  const moved = await books.wallets.find({ audited: null } as never, { tx, limit: MAX_FOLLOWED + 1 });
  if (moved.length > MAX_FOLLOWED) return null;
  const followed = [await followCosts(books, tx, null), ...(await followWallets(books, tx, moved, null))];
  return sumByAccount(followed.map(({ before, after }) => movedBetween(before, after)));
}
