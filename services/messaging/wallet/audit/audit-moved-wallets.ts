import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { movedBetween, sumByAccount } from "../domain/chain.ts";
import type { Violation } from "../domain/violation.ts";
import { type AuditedBooks, auditedBooks } from "./audited-books.ts";
import { type FollowedChain, type FollowedWallet, followCosts, followWallets } from "./follow-wallets.ts";

export type MovedDeps = Pick<Deps, "audits" | "database" | "transaction" | "faults">;

/** Wallets of one transaction, and movements of each. */
const BATCH_SIZE = 100;
const MAX_MOVEMENTS = 500;

interface Batch {
  readonly followed: readonly FollowedWallet[];
  /** Id of the last wallet; null: there is no further one. */
  readonly next: string | null;
}

/**
 * Follows the costs, and the wallets that have moved since they were audited. Checkpoint, mark and totals change in one transaction. A wallet with a
 * violation keeps its place, so that every run shows it again. Resolves to the violations that a second reading has confirmed.
 */
export async function auditMovedWallets(deps: MovedDeps): Promise<Violation[]> {
  const books = auditedBooks(deps.database, null, null);
  await beginTotals(deps, books);
  const confirmed = await auditCosts(deps, books);
  let after: string | null = null;
  for (;;) {
    const position: string | null = after;
    const { followed, next }: Batch = await deps.transaction((tx) => followBatch(deps, books, tx, position));
    const doubted = followed.filter(({ violations }) => violations.length > 0);
    if (doubted.length > 0) confirmed.push(...(await confirm(deps, books, doubted)));
    // A long chain is followed in several steps; one with a violation stays where it is.
    if (followed.some(({ hasMore, violations }) => hasMore && violations.length === 0)) continue;
    if (next === null) return confirmed;
    after = next;
  }
}

/** Without a summary there are no totals: all wallets are followed from their beginning. */
async function beginTotals({ audits, transaction }: MovedDeps, { wallets, totals }: AuditedBooks): Promise<void> {
  const known = await audits.find("INCREMENTAL");
  if (known?.accounts !== undefined) return;
  await wallets.updateMany({ audited: true }, { $unset: { audited: 1 } });
  await transaction(async (tx) => {
    if ((await audits.find("INCREMENTAL", tx))?.accounts !== undefined) return;
    await totals.deleteMany({}, { tx });
    await audits.resetSummary(tx);
  });
}

/** The chain of the costs has no wallet that could be marked: it is followed each time. */
async function auditCosts({ audits, transaction }: MovedDeps, books: AuditedBooks): Promise<Violation[]> {
  for (;;) {
    const { violations, hasMore } = await transaction(async (tx) => {
      const followed = await followCosts(books, tx, MAX_MOVEMENTS);
      if (followed.violations.length === 0) await writeTotals(books, audits, tx, [followed]);
      return followed;
    });
    if (violations.length > 0)
      return confirmedBy(violations, (await transaction((tx) => followCosts(books, tx, MAX_MOVEMENTS))).violations);
    if (!hasMore) return [];
  }
}

async function followBatch({ audits, faults }: MovedDeps, books: AuditedBooks, tx: Tx, after: string | null): Promise<Batch> {
  const filter = { audited: null, ...(after !== null && { _id: { $gt: after } }) };
  const moved = await books.wallets.find(filter as never, { tx, sort: { _id: 1 }, limit: BATCH_SIZE });
  const followed = await followWallets(books, tx, moved, MAX_MOVEMENTS);
  const right = followed.filter(({ violations }) => violations.length === 0);
  await writeTotals(books, audits, tx, right);
  await faults.hit("wallet.audit.totals");
  const ended = right.filter(({ hasMore }) => !hasMore);
  if (ended.length > 0) {
    const marks = ended.map(({ wallet: { _id } }) => ({ updateOne: { filter: { _id }, update: { $set: { audited: true as const } } } }));
    await books.wallets.bulkWrite(marks, { tx, trusted: true });
  }
  return { followed, next: moved.length < BATCH_SIZE ? null : (moved.at(-1)?._id ?? null) };
}

/** Moves the checkpoints, and adds what has moved to the totals of every account and to their summary. */
async function writeTotals({ totals }: AuditedBooks, audits: Deps["audits"], tx: Tx, followed: readonly FollowedChain[]): Promise<void> {
  const changed = followed.filter(({ before, after }) => after.sequence !== before.sequence);
  if (changed.length === 0) return;
  const chains = new Map(changed.map(({ account, after }) => [account, after]));
  const sums = sumByAccount(changed.map(({ before, after }) => movedBetween(before, after)));
  // A movement of nothing still moves the checkpoint.
  for (const account of chains.keys()) if (!sums.has(account)) sums.set(account, { account, debit: 0n, credit: 0n });
  const operations = [...sums.values()].map(({ account: _id, debit, credit }) => {
    const chain = chains.get(_id);
    return { updateOne: { filter: { _id }, update: { $inc: { debit, credit }, ...(chain && { $set: { chain } }) }, upsert: true } };
  });
  const { upsertedCount } = await totals.bulkWrite(operations as never, { tx, trusted: true });
  const all = [...sums.values()];
  const debit = all.reduce((total, each) => total + each.debit, 0n);
  const credit = all.reduce((total, each) => total + each.credit, 0n);
  await audits.addToSummary(tx, { accounts: upsertedCount, debit, credit });
}

/** Reads the wallets again, in another snapshot. */
async function confirm({ transaction }: MovedDeps, books: AuditedBooks, doubted: readonly FollowedWallet[]): Promise<Violation[]> {
  const ids = doubted.map(({ wallet }) => wallet._id);
  const again = await transaction(async (tx) =>
    followWallets(books, tx, await books.wallets.find({ _id: { $in: ids } }, { tx }), MAX_MOVEMENTS),
  );
  return confirmedBy(
    doubted.flatMap(({ violations }) => violations),
    again.flatMap(({ violations }) => violations),
  );
}

/** The violations that two readings have in common. */
export function confirmedBy(first: readonly Violation[], second: readonly Violation[]): Violation[] {
  const nameOf = ({ invariant, subject }: Violation) => `${invariant} ${subject}`;
  const seen = new Set(first.map(nameOf));
  return second.filter((violation) => seen.has(nameOf(violation)));
}
