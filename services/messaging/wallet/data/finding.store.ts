import { LEDGER_INVARIANTS, ledgerInvariantViolated } from "#libs/contracts/wallet/ledger-audit.ts";
import { date, list, money, nullable, object, oneOf, text } from "#libs/kernel/fields.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { Outbox } from "#libs/platform/events/outbox.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { sumOf } from "../domain/ledger.ts";
import type { Violation } from "../domain/violation.ts";

/** A violation that was confirmed. It is one row, also when it was cured and came back. */
export interface Finding extends DocumentIn<typeof ledgerFindings> {}

export const ledgerFindings = defineCollection({
  name: "ledger_findings",
  fields: {
    /** Invariant and subject. */
    _id: text,
    invariant: oneOf(LEDGER_INVARIANTS),
    subject: text,
    detail: text,
    /** Minor units. */
    difference: money,
    /** The documents to look at. */
    rows: list(object({ place: text, id: text })),
    foundAt: date,
    /** When an audit last saw it. */
    seenAt: date,
    /** When a full audit did not see it any more; null: it stands. */
    endedAt: nullable(date),
    /** When the guards dealt with it; null: not yet. */
    guardedAt: nullable(date),
  },
  indexes: [
    { name: "standing", key: { endedAt: 1, foundAt: -1 } },
    { name: "to_guard", key: { guardedAt: 1, foundAt: 1 } },
  ],
});

export interface FindingStore {
  /** Records violations in one transaction: each that is new, or was cured before, is published once. Returns these. */
  record(tx: Tx, violations: readonly Violation[], at: Date): Promise<Finding[]>;
  /** Ends the findings that no audit has seen since an instant. */
  endUnseen(since: Date, at: Date): Promise<void>;
  /** Findings that stand, the newest first. */
  listStanding(limit: number): Promise<Finding[]>;
  hasStanding(): Promise<boolean>;
  /** Sum of the differences of those that stand. */
  standingDifference(): Promise<Money>;
  /** Findings that the guards have not dealt with, the oldest first. */
  listUnguarded(limit: number): Promise<Finding[]>;
  /** The guards have dealt with findings, each as it was found. */
  setGuarded(guarded: readonly Guarded[], at: Date): Promise<void>;
}

interface Guarded {
  readonly id: string;
  readonly foundAt: Date;
}

/** Standing findings that are added up for the gauge. */
const MAX_ADDED = 1_000;
const MAX_TEXT = 500;
const MAX_ROWS = 10;

const findingIdOf = ({ invariant, subject }: Pick<Violation, "invariant" | "subject">): string =>
  `${invariant} ${subject}`.slice(0, MAX_TEXT);

export function findingStore(database: Collections, outbox: Pick<Outbox, "add">): FindingStore {
  const collection = database.collection(ledgerFindings);
  return {
    async record(tx, violations, at) {
      const byId = new Map(violations.map((violation) => [findingIdOf(violation), violation]));
      const known = await collection.find({ _id: { $in: [...byId.keys()] } }, { tx });
      const standing = new Map(known.filter(({ endedAt }) => endedAt === null).map((finding) => [finding._id, finding]));
      const found: Finding[] = [];
      for (const [_id, violation] of byId) {
        const since = standing.get(_id);
        const finding = findingOf(violation, at, since);
        await collection.updateOne({ _id }, { $set: withoutId(finding) }, { tx, upsert: true });
        if (!since) found.push(finding);
      }
      for (const { _id: findingId, invariant, difference, foundAt } of found) {
        const event = { findingId, invariant, difference: formatMoney(difference), foundAt: foundAt.toISOString() };
        await outbox.add(tx, ledgerInvariantViolated, event);
      }
      return found;
    },
    async endUnseen(since, at) {
      await collection.updateMany({ endedAt: null, seenAt: { $lt: since } }, { $set: { endedAt: at } });
    },
    listStanding: (limit) => collection.find({ endedAt: null }, { sort: { foundAt: -1 }, limit }),
    hasStanding: async () => (await collection.findOne({ endedAt: null }, { projection: { _id: 1 } })) !== null,
    async standingDifference() {
      const rows = await collection.find({ endedAt: null }, { projection: { difference: 1 }, limit: MAX_ADDED });
      return sumOf(rows.map(({ difference }) => difference));
    },
    listUnguarded: (limit) => collection.find({ guardedAt: null }, { sort: { foundAt: 1 }, limit }),
    async setGuarded(guarded, at) {
      const updates = guarded.map(({ id: _id, foundAt }) => ({
        updateOne: { filter: { _id, foundAt }, update: { $set: { guardedAt: at } } },
      }));
      await collection.bulkWrite(updates);
    },
  };
}

function findingOf(violation: Violation, at: Date, since: Finding | undefined): Finding {
  const { invariant, subject, detail, difference, rows } = violation;
  return {
    _id: findingIdOf(violation),
    invariant,
    subject: subject.slice(0, MAX_TEXT),
    detail: detail.slice(0, MAX_TEXT),
    difference,
    rows: rows.slice(0, MAX_ROWS).map(({ collection: place, id }) => ({ place, id })),
    foundAt: since?.foundAt ?? at,
    seenAt: at,
    endedAt: null,
    guardedAt: since?.guardedAt ?? null,
  };
}

function withoutId({ _id, ...fields }: Finding) {
  return fields;
}
