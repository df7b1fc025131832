import type { Connection } from "mongoose";
import type { LedgerKind } from "#libs/contracts/wallet.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { KINDS_OF, type Posting, type ReferenceType, sumOf } from "../domain/ledger.ts";
import { type LedgerDocument, ledgerSchema } from "./ledger.model.ts";

export interface AccountTotals {
  readonly account: string;
  readonly debit: Money;
  readonly credit: Money;
}

/** The books: one way in, and no way to change or remove what is in. */
export interface LedgerStore {
  /** Throws when the entries do not sum to zero, or when the reference has a transaction of this kind already. */
  post(tx: Tx, posting: Posting): Promise<void>;
  /** Movements of one account, newest first. */
  pageOfAccount(account: string, page: PageRequest): Promise<{ rows: LedgerDocument[]; total: number }>;
  /** Every account with what ever left it (debit) and came into it (credit), by name. */
  totals(): Promise<AccountTotals[]>;
  /** All transactions, account by account, in the order in which they happened; one batch in memory at a time. */
  chains(tx: Tx): AsyncIterable<LedgerDocument>;
  /** The transactions about some things of one type, by id. */
  about(tx: Tx, type: ReferenceType, ids: readonly string[]): Promise<Map<string, LedgerDocument[]>>;
}

const CURSOR_BATCH = 1_000;
const MAX_QUERY_MS = 10_000;

export function ledgerStore(connection: Connection, clock: Clock): LedgerStore {
  const ledger = modelOf(connection, "ledger_transactions", ledgerSchema);
  return {
    async post(session, posting) {
      const sum = sumOf(posting.entries.map(({ amount }) => amount));
      if (sum !== 0n) throw new Error(`${posting.kind} of ${posting.reference.id} is out of balance by ${sum} minor units`);
      await ledger.insertOne({ ...posting, entries: [...posting.entries], _id: uuid(), createdAt: clock.now() }, { session });
    },
    async pageOfAccount(account, page) {
      const filter = { "movement.account": account };
      const rows = await ledger.find(filter).sort({ "movement.sequence": -1 }).skip(skipOf(page)).limit(page.limit).lean();
      return { rows, total: await ledger.countDocuments(filter) };
    },
    totals: () =>
      ledger
        .aggregate<{ _id: string; debit: Money | number; credit: Money | number }>([
          { $unwind: "$entries" },
          {
            $group: {
              _id: "$entries.account",
              debit: { $sum: { $cond: [{ $lt: ["$entries.amount", 0] }, { $multiply: ["$entries.amount", -1] }, 0] } },
              credit: { $sum: { $cond: [{ $gt: ["$entries.amount", 0] }, "$entries.amount", 0] } },
            },
          },
          { $sort: { _id: 1 } },
        ])
        .option({ maxTimeMS: MAX_QUERY_MS })
        .then((rows) => rows.map(toTotals)),
    chains: (session) =>
      ledger.find({}, null, { session }).sort({ "movement.account": 1, "movement.sequence": 1 }).lean().cursor({ batchSize: CURSOR_BATCH }),
    async about(session, type, ids) {
      const kinds: LedgerKind[] = [...KINDS_OF[type]];
      const rows = await ledger
        .find({ kind: { $in: kinds }, "reference.type": type, "reference.id": { $in: [...ids] } }, null, { session })
        .lean();
      return Map.groupBy(rows, ({ reference }) => reference.id);
    },
  };
}

/** A sum of nothing comes back as a 32-bit zero. */
function toTotals({ _id, debit, credit }: { _id: string; debit: Money | number; credit: Money | number }): AccountTotals {
  return { account: _id, debit: BigInt(debit), credit: BigInt(credit) };
}
