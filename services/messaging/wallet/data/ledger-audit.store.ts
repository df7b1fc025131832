import { AUDIT_SCOPES, type AuditScope } from "#libs/contracts/wallet/ledger-audit.ts";
import { date, money, number, oneOf, optional, text } from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { lapsedRanges } from "#libs/platform/mongo/lapsed-lease.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface LedgerAuditDoc extends DocumentIn<typeof ledgerAudits> {}

export const ledgerAudits = defineCollection({
  name: "ledger_audits",
  fields: {
    _id: oneOf(AUDIT_SCOPES),
    lastSuccessAt: optional(date),
    /** INCREMENTAL: number and sums of all rows of `ledger_totals`. */
    accounts: optional(number),
    debit: optional(money),
    credit: optional(money),
    /** FULL: begin of the run under way; absent when there is none. */
    startedAt: optional(date),
    /** FULL: the part of the books that the run reads next, and the last id of it that it has read. */
    part: optional(text),
    after: optional(text),
    /** Until when one process reads. */
    claimedUntil: optional(date),
  },
});

/** The position of a full audit: a part of the books, and the last id that was read of it; null: it begins. */
export interface AuditPosition {
  readonly part: string;
  readonly after: string | null;
}

/** Number and sums of the rows of `ledger_totals`. */
export interface Summary {
  readonly accounts: number;
  readonly debit: Money;
  readonly credit: Money;
}

/** The states of the two audits. */
export interface LedgerAuditStore {
  find(scope: AuditScope, tx?: Tx): Promise<LedgerAuditDoc | null>;
  /** Adds to the summary. */
  addToSummary(tx: Tx, change: Summary): Promise<void>;
  /** The summary of empty totals. */
  resetSummary(tx: Tx): Promise<void>;
  /** An audit has read to the end. */
  succeed(scope: AuditScope, at: Date): Promise<void>;
  /** Claims an audit for this process. Null: another one has it. */
  claim(scope: AuditScope, now: Date, until: Date): Promise<LedgerAuditDoc | null>;
  /** Begins a run, or goes on with it. False: another process has claimed it since. */
  moveFull(claimed: Date, next: { readonly until: Date; readonly startedAt: Date; readonly position: AuditPosition }): Promise<boolean>;
  /** Lets others claim an audit. */
  release(scope: AuditScope, claimed: Date): Promise<void>;
}

export function ledgerAuditStore(database: Collections): LedgerAuditStore {
  const rows = database.collection(ledgerAudits);
  return {
    find: (scope, tx) => rows.findOne({ _id: scope }, { tx }),
    async addToSummary(tx, { accounts, debit, credit }) {
      await rows.updateOne({ _id: "INCREMENTAL" }, { $inc: { accounts, debit, credit } }, { tx });
    },
    async resetSummary(tx) {
      await rows.updateOne({ _id: "INCREMENTAL" }, { $set: { accounts: 0, debit: 0n, credit: 0n } }, { tx, upsert: true });
    },
    async succeed(scope, at) {
      const ended = scope === "FULL" ? { $unset: { startedAt: 1, part: 1, after: 1, claimedUntil: 1 } } : {};
      await rows.updateOne({ _id: scope }, { $set: { lastSuccessAt: at }, ...ended }, { upsert: true });
    },
    async claim(_id, now, until) {
      await rows.updateOne({ _id }, { $setOnInsert: { _id } }, { upsert: true });
      for (const claimedUntil of [null, ...lapsedRanges(now, until)] as const) {
        const claimed = await rows.findOneAndUpdate({ _id, claimedUntil }, { $set: { claimedUntil: until } }, { returnDocument: "after" });
        if (claimed) return claimed;
      }
      return null;
    },
    async moveFull(claimed, { until, startedAt, position: { part, after } }) {
      const place = after === null ? { $set: { claimedUntil: until, startedAt, part }, $unset: { after: 1 } } : null;
      const update = place ?? { $set: { claimedUntil: until, startedAt, part, after } };
      return (await rows.updateOne({ _id: "FULL", claimedUntil: claimed }, update)).matchedCount === 1;
    },
    async release(_id, claimed) {
      await rows.updateOne({ _id, claimedUntil: claimed }, { $unset: { claimedUntil: 1 } });
    },
  };
}
