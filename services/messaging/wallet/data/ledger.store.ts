import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { ListPart, PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { KINDS_OF, type Movement, type Posting, type ReferenceType, sumOf } from "../domain/ledger.ts";
import { type LedgerDoc, ledgerTransactions } from "./ledger.model.ts";

/** Which movements to list. */
export interface MovementFilter {
  readonly account: string;
  readonly kind?: LedgerKind | undefined;
}

interface Period {
  readonly from: Date;
  /** The first instant after it. */
  readonly to: Date;
  /** Id of a transaction; null: from the beginning. */
  readonly after: string | null;
}

/** A part of the chain of an account. */
export interface Stretch {
  readonly account: string;
  /** The movement before the first one; null: it begins with the chain. */
  readonly before: Movement | null;
  /** Sequence of the last movement. */
  readonly last: number;
}

/** The ledger. Transactions are appended; nothing updates or deletes one. */
export interface LedgerStore {
  /**
   * Appends a transaction. Throws when its entries do not sum to zero. The commit rejects with a duplicate key error when the reference has
   * a transaction of this kind already.
   * @returns its id
   */
  append(set: WorkingSet, posting: Posting): string;
  /** A page of the movements of one account, newest first. */
  list(filter: MovementFilter, page: PageRequest): Promise<{ rows: LedgerDoc[]; total: number }>;
  /** The part of the chain of an account between two instants. The order of the chain decides, not the clocks that wrote it. */
  stretch(account: string, period: Pick<Period, "from" | "to">): Promise<Stretch>;
  /** The last movement of an account; null: there is none. */
  lastOf(account: string, tx: Tx): Promise<Movement | null>;
  /** The sums of the entries of a stretch, in minor units, by kind and by the account of the entry. */
  sumsOf(stretch: Stretch): Promise<(kind: LedgerKind, entryAccount: string) => Money>;
  /** The movements of some kinds in a stretch, newest first, and how many there are. */
  partOf(stretch: Stretch, kinds: readonly LedgerKind[]): Promise<ListPart<LedgerDoc>>;
  /** Transactions of a period in the order of their time, behind one of them. Throws error.conflict when that does not exist. */
  listBetween(period: Period, limit: number): Promise<LedgerDoc[]>;
  /** The transactions that settled some payouts. */
  findSettlements(payoutIds: readonly string[]): Promise<LedgerDoc[]>;
  /** The transactions of some references of one type, by the id of the reference. */
  findByReference(tx: Tx | undefined, type: ReferenceType, ids: readonly string[]): Promise<Map<string, LedgerDoc[]>>;
}

const MAX_QUERY_MS = 10_000;

export function ledgerStore(database: Collections, clock: Clock): LedgerStore {
  const collection = database.collection(ledgerTransactions);
  const lastBefore = async (account: string, at: Date): Promise<Movement | null> => {
    const filter = { "movement.account": account, createdAt: { $lt: at } };
    const row = await collection.findOne(filter, { sort: { createdAt: -1, "movement.sequence": -1 } });
    return row?.movement ?? null;
  };
  return {
    append(set, posting) {
      const { kind, reference, entries } = posting;
      const sum = sumOf(entries.map(({ amount }) => amount));
      if (sum !== 0n) throw new Error(`${kind} of ${reference.id} is out of balance by ${sum} minor units`);
      const _id = uuid();
      set.insert(ledgerTransactions, { ...posting, _id, createdAt: clock.now() });
      return _id;
    },
    list({ account, kind }, page) {
      const filter = { "movement.account": account, ...(kind !== undefined && { kind }) };
      // The index of kinds would read the movements of everybody.
      return findPage(collection, filter, { sort: { "movement.sequence": -1 }, hint: "chain_of_account", page });
    },
    async stretch(account, { from, to }) {
      const [before, last] = await Promise.all([lastBefore(account, from), lastBefore(account, to)]);
      return { account, before, last: last?.sequence ?? 0 };
    },
    async lastOf(account, tx) {
      const row = await collection.findOne({ "movement.account": account }, { tx, sort: { "movement.sequence": -1 } });
      return row?.movement ?? null;
    },
    async sumsOf(stretch) {
      const stages = [
        { $match: within(stretch) },
        { $unwind: "$entries" },
        { $group: { _id: { kind: "$kind", account: "$entries.account" }, sum: { $sum: "$entries.amount" } } },
      ];
      const groups = await collection.aggregate<GroupedSum>(stages, { maxTimeMS: MAX_QUERY_MS });
      const sums = new Map(groups.map(({ _id, sum }) => [`${_id.kind} ${_id.account}`, BigInt(sum)]));
      return (kind, entryAccount) => sums.get(`${kind} ${entryAccount}`) ?? 0n;
    },
    async partOf(stretch, kinds) {
      const filter = { ...within(stretch), kind: { $in: [...kinds] } };
      const hint = "chain_of_account";
      return {
        count: await collection.count(filter, { hint }),
        find: (skip, limit) => collection.find(filter, { sort: { "movement.sequence": -1 }, hint, skip, limit }),
      };
    },
    async listBetween({ from, to, after }, limit) {
      const last = after === null ? null : await collection.findOne({ _id: after }, { projection: { createdAt: 1 } });
      if (after !== null && !last) throw new AppError("error.conflict");
      const isBehind = last && { $or: [{ createdAt: { $gt: last.createdAt } }, { _id: { $gt: last._id } }] };
      const filter = { createdAt: { $gte: last?.createdAt ?? from, $lt: to }, ...isBehind };
      return collection.find(filter, { sort: { createdAt: 1, _id: 1 }, limit });
    },
    async findSettlements(ids) {
      if (ids.length === 0) return [];
      return collection.find({ kind: "PAYOUT_SETTLEMENT", "reference.type": "payout", "reference.id": { $in: [...ids] } });
    },
    async findByReference(tx, type, ids) {
      const kinds: LedgerKind[] = [...KINDS_OF[type]];
      const rows = await collection.find({ kind: { $in: kinds }, "reference.type": type, "reference.id": { $in: [...ids] } }, { tx });
      return Map.groupBy(rows, ({ reference }) => reference.id);
    },
  };
}

const within = ({ account, before, last }: Stretch) => ({
  "movement.account": account,
  "movement.sequence": { $gt: before?.sequence ?? 0, $lte: last },
});

interface GroupedSum {
  readonly _id: { readonly kind: LedgerKind; readonly account: string };
  readonly sum: Money | number;
}
