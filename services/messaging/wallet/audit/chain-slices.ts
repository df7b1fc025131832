import type { Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { inHoldOf } from "../data/escrow.store.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { LedgerTotal } from "../data/ledger-total.model.ts";
import { type Chain, checkCheckpoint, EMPTY_CHAIN, followChain, isWellFormed } from "../domain/chain.ts";
import { accountOf, ownerOf, sumOf } from "../domain/ledger.ts";
import { checkWallet, type OfEscrows } from "../domain/ledger-invariants.ts";
import { netByDay, stoppedNetOf } from "../domain/money-back-invariants.ts";
import { type Violation, violation } from "../domain/violation.ts";
import type { Wallet } from "../domain/wallet.ts";
import { type AuditedBooks, documentsAfter, type ReadSlice, SLICE_SIZE } from "./audited-books.ts";
import { explainPostings } from "./explain-postings.ts";

const SCAN_BATCH_SIZE = 1_000;

/** Ledger transactions that are followed together. */
const FOLLOWED_SIZE = 500;

/** Recounts the chains of some accounts from their beginning, and compares them with checkpoints, wallets and the documents they are about. */
export const readChains: ReadSlice = async (books, tx, after) => {
  const totals = await books.totals.find({ _id: { $gt: after ?? "" } }, { tx, sort: { _id: 1 }, limit: SLICE_SIZE });
  const bound = totals.length < SLICE_SIZE ? null : (totals.at(-1)?._id ?? null);
  const checkpoints = new Map(totals.flatMap(({ _id, chain }) => (chain ? [[_id, chain] as const] : [])));
  const violations: Violation[] = [];
  const { chains, next } = await recount(books, tx, { after, bound, checkpoints }, violations);
  for (const { _id: account, chain } of totals) {
    const isRead = next === null || account <= next;
    if (chain && isRead && !chains.has(account)) violations.push(...checkCheckpoint(account, chain, EMPTY_CHAIN));
  }
  violations.push(...(await compareWallets(books, tx, chains)));
  return { violations, next };
};

interface Range {
  readonly after: string | null;
  /** The last account that may be read; null: there is no limit. */
  readonly bound: string | null;
  readonly checkpoints: ReadonlyMap<string, NonNullable<LedgerTotal["chain"]>>;
}

/** Streams the ledger account by account. */
async function recount(books: AuditedBooks, tx: Tx, { after, bound, checkpoints }: Range, violations: Violation[]) {
  const chains = new Map<string, Chain>();
  let current: string | null = null;
  let waiting: LedgerDoc[] = [];
  const follow = async () => {
    if (current === null) return;
    const checkpoint = checkpoints.get(current);
    const known = chains.get(current) ?? EMPTY_CHAIN;
    const [early, late] = checkpoint ? split(waiting, checkpoint.sequence) : [waiting, []];
    const first = followChain(known, early);
    const reached = checkpoint !== undefined && known.sequence < checkpoint.sequence && (late.length > 0 || isAt(first.chain, checkpoint));
    if (reached) violations.push(...checkCheckpoint(current, checkpoint, first.chain));
    const second = followChain(first.chain, late);
    violations.push(...first.violations, ...second.violations, ...(await explainPostings(books, tx, waiting.filter(isWellFormed))));
    chains.set(current, second.chain);
    waiting = [];
  };
  const rows = books.ledger.scan(after === null ? {} : { "movement.account": { $gt: after } }, {
    tx,
    sort: { "movement.account": 1, "movement.sequence": 1 },
    batchSize: SCAN_BATCH_SIZE,
  });
  let next = bound;
  for await (const row of rows) {
    const account = accountIn(row);
    if (bound !== null && account > bound) break;
    if (account !== current || waiting.length === FOLLOWED_SIZE) await follow();
    if (account !== current) {
      if (chains.size === SLICE_SIZE) {
        next = current;
        break;
      }
      current = account;
    }
    waiting.push(row);
  }
  await follow();
  for (const [account, chain] of chains) {
    const checkpoint = checkpoints.get(account);
    if (checkpoint && chain.sequence < checkpoint.sequence) violations.push(...checkCheckpoint(account, checkpoint, chain));
  }
  chains.delete(MALFORMED);
  return { chains, next };
}

/** Rows without an account, which sort before all others. */
const MALFORMED = "";

function accountIn({ movement }: LedgerDoc): string {
  const account: unknown = movement?.account;
  return typeof account === "string" ? account : MALFORMED;
}

const isAt = ({ sequence }: Chain, checkpoint: Chain): boolean => sequence === checkpoint.sequence;

function split(rows: readonly LedgerDoc[], sequence: number): [LedgerDoc[], LedgerDoc[]] {
  const isEarly = (row: LedgerDoc) => !isWellFormed(row) || row.movement.sequence <= sequence;
  return [rows.filter(isEarly), rows.filter((row) => !isEarly(row))];
}

/** Compares the chains of users with their wallets. */
async function compareWallets(books: AuditedBooks, tx: Tx, chains: ReadonlyMap<string, Chain>): Promise<Violation[]> {
  const owners = [...chains.keys()].flatMap((account) => ownerOf(account) ?? []);
  if (owners.length === 0) return [];
  const userIds = [...new Set(owners.map(({ userId }) => userId))];
  const found = await books.wallets.find({ userId: { $in: userIds } }, { tx });
  const walletOf = new Map(found.map((wallet) => [accountOf(wallet.userId, wallet.kind), wallet]));
  const escrows = await escrowsOf(books, tx, userIds);
  return [...chains].flatMap(([account, chain]) => {
    if (!ownerOf(account)) return [];
    const wallet = walletOf.get(account);
    if (!wallet) return [violation("M1", account, "has no wallet", chain.balance === 0n ? 1n : chain.balance)];
    return checkWallet(wallet, chain, escrows(wallet));
  });
}

/** What the escrows of some users hold as fans, and stop or keep in hold as creators. */
async function escrowsOf({ escrows, heldAfter }: AuditedBooks, tx: Tx, userIds: readonly string[]): Promise<(wallet: Wallet) => OfEscrows> {
  const stages = [{ $match: { fanId: { $in: [...userIds] }, status: "HELD" } }, { $group: { _id: "$fanId", held: { $sum: "$amount" } } }];
  const sums = await escrows.aggregate<{ _id: string; held: Money | number }>(stages, { tx });
  const heldOf = new Map(sums.map(({ _id, held }) => [_id, BigInt(held)]));
  const stopped = await escrows.find({ stopped: true, creatorId: { $in: [...userIds] } }, { tx });
  const stoppedOf = Map.groupBy(stopped, ({ creatorId }) => creatorId);
  const waiting = heldAfter === null ? [] : await escrows.find(inHoldOf(userIds, heldAfter), { tx });
  const waitingOf = Map.groupBy(waiting, ({ creatorId }) => creatorId);
  return ({ kind, userId }) => {
    if (kind === "FAN") return { held: heldOf.get(userId) ?? 0n, stopped: 0n, inHold: null };
    const inHold = heldAfter === null ? null : { after: heldAfter, byDay: netByDay(waitingOf.get(userId) ?? []) };
    return { held: 0n, stopped: sumOf((stoppedOf.get(userId) ?? []).map(stoppedNetOf)), inHold };
  };
}

/** Compares the wallets that have no chain with an empty one. */
export const readWallets: ReadSlice = async (books, tx, after) => {
  const { rows, next } = await documentsAfter(books.wallets, tx, after);
  const accounts = rows.filter(({ sequence }) => sequence > 0).map(({ userId, kind }) => accountOf(userId, kind));
  const options = { tx, projection: { "movement.account": 1 } } as const;
  const firsts = await books.ledger.find({ "movement.account": { $in: accounts }, "movement.sequence": 1 }, options);
  const withChain = new Set(firsts.map(({ movement }) => movement.account));
  const violations: Violation[] = [];
  for (const wallet of rows) {
    const account = accountOf(wallet.userId, wallet.kind);
    if (withChain.has(account)) continue;
    // Its first row alone may be lost, which the chain shows.
    if (wallet.sequence > 0 && (await books.ledger.findOne({ "movement.account": account }, options))) continue;
    violations.push(...checkWallet(wallet, EMPTY_CHAIN, null));
  }
  return { violations, next };
};
