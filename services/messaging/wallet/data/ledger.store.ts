import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { KINDS_OF, type Movement, type Posting, type ReferenceType, sumOf } from "../domain/ledger.ts";
import { type LedgerDoc, ledgerTransactions } from "./ledger.model.ts";

/** The sums of everything that ever left an account (debit) and came into it (credit), in minor units. */
export interface AccountTotals {
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
}

/** Which movements to list. */
export interface MovementFilter {
  readonly account: string;
  readonly kind?: LedgerKind | undefined;
}

/** The ledger. Transactions are appended; nothing updates or deletes one. */
export interface LedgerStore {
  /**
   * Appends a transaction. Throws when its entries do not sum to zero. The commit rejects with a duplicate key error when the reference has
   * a transaction of this kind already.
   */
  append(set: WorkingSet, posting: Posting): void;
  /** A page of the movements of one account, newest first. */
  list(filter: MovementFilter, page: PageRequest): Promise<{ rows: LedgerDoc[]; total: number }>;
  /** The last movement of an account before an instant; null when there is none. */
  lastBefore(account: string, at: Date): Promise<Movement | null>;
  /** The sums of the entries of some movements of an account, in minor units, by kind and by the account of the entry. */
  sumsBetween(account: string, afterSequence: number, lastSequence: number): Promise<(kind: LedgerKind, entryAccount: string) => Money>;
  /** The totals of every account, ordered by its name. */
  totals(): Promise<AccountTotals[]>;
  /** All transactions, account by account in the order of their sequence, in batches. */
  scan(tx: Tx): AsyncIterable<LedgerDoc>;
  /** The transactions that settled some payouts. */
  findSettlements(payoutIds: readonly string[]): Promise<LedgerDoc[]>;
  /** The transactions of some references of one type, by the id of the reference. */
  findByReference(tx: Tx, type: ReferenceType, ids: readonly string[]): Promise<Map<string, LedgerDoc[]>>;
}

const SCAN_BATCH_SIZE = 1_000;
const MAX_QUERY_MS = 10_000;

export function ledgerStore(database: Collections, clock: Clock): LedgerStore {
  const collection = database.collection(ledgerTransactions);
  return {
    append(set, posting) {
      const { kind, reference, entries } = posting;
      const sum = sumOf(entries.map(({ amount }) => amount));
      if (sum !== 0n) throw new Error(`${kind} of ${reference.id} is out of balance by ${sum} minor units`);
      set.insert(ledgerTransactions, { ...posting, _id: uuid(), createdAt: clock.now() });
    },
    list({ account, kind }, page) {
      const filter = { "movement.account": account, ...(kind !== undefined && { kind }) };
      // The index of kinds would read the movements of everybody.
      return findPage(collection, filter, { sort: { "movement.sequence": -1 }, hint: "chain_of_account", page });
    },
    async lastBefore(account, at) {
      const filter = { "movement.account": account, createdAt: { $lt: at } };
      const row = await collection.findOne(filter, { sort: { createdAt: -1, "movement.sequence": -1 } });
      return row?.movement ?? null;
    },
    async sumsBetween(account, after, last) {
      const stages = [
        { $match: { "movement.account": account, "movement.sequence": { $gt: after, $lte: last } } },
        { $unwind: "$entries" },
        { $group: { _id: { kind: "$kind", account: "$entries.account" }, sum: { $sum: "$entries.amount" } } },
      ];
      const groups = await collection.aggregate<GroupedSum>(stages, { maxTimeMS: MAX_QUERY_MS });
      const sums = new Map(groups.map(({ _id, sum }) => [`${_id.kind} ${_id.account}`, BigInt(sum)]));
      return (kind, entryAccount) => sums.get(`${kind} ${entryAccount}`) ?? 0n;
    },
    async totals() {
      const stages = [
        { $unwind: "$entries" },
        {
          $group: {
            _id: "$entries.account",
            debit: { $sum: { $cond: [{ $lt: ["$entries.amount", 0] }, { $multiply: ["$entries.amount", -1] }, 0] } },
            credit: { $sum: { $cond: [{ $gt: ["$entries.amount", 0] }, "$entries.amount", 0] } },
          },
        },
        { $sort: { _id: 1 } } as const,
      ];
      return (await collection.aggregate<GroupedTotals>(stages, { maxTimeMS: MAX_QUERY_MS })).map(toTotals);
    },
    scan: (tx) => collection.scan({}, { tx, sort: { "movement.account": 1, "movement.sequence": 1 }, batchSize: SCAN_BATCH_SIZE }),
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

interface GroupedSum {
  readonly _id: { readonly kind: LedgerKind; readonly account: string };
  readonly sum: Money | number;
}

interface GroupedTotals {
  readonly _id: string;
  readonly debit: Money | number;
  readonly credit: Money | number;
}

/** MongoDB returns a sum over nothing as a 32-bit zero. */
function toTotals({ _id, debit, credit }: GroupedTotals): AccountTotals {
  return { account: _id, debit: BigInt(debit), credit: BigInt(credit) };
}
