import { type Clock, DAY, SECOND } from "#libs/kernel/clock.ts";
import { date, json, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** Longer than any purge takes. */
const RETENTION_SECONDS = (90 * DAY) / SECOND;

type Counts = Readonly<Record<string, number>>;

/**
 * The number of erased and anonymized rows of a user. It is counted in the erasing transactions, so that a crash neither loses nor doubles
 * a count.
 */
export interface ErasureLedger {
  add(tx: Tx, userId: string, treatment: "ERASE" | "ANONYMIZE", counts: Counts): Promise<void>;
  totals(userId: string): Promise<{ erased: Counts; anonymised: Counts }>;
}

const erasures = defineCollection({
  name: "erasures",
  fields: {
    /** Id of the former user. */
    _id: text,
    erased: optional(json<Counts>()),
    anonymised: optional(json<Counts>()),
    at: date,
  },
  indexes: [{ name: "retention", key: { at: 1 }, expireAfterSeconds: RETENTION_SECONDS }],
  unknownFields: "drop",
});

/** The stored fields; the receipt of a deletion has the same. */
const FIELD = { ERASE: "erased", ANONYMIZE: "anonymised" } as const;

export function erasureLedger(database: Collections, clock: Clock): ErasureLedger {
  const rows = database.collection(erasures);
  return {
    async add(tx, userId, treatment, counts) {
      const positive = Object.entries(counts).filter(([, count]) => count > 0);
      if (positive.length === 0) return;
      const increments = Object.fromEntries(positive.map(([collection, count]) => [`${FIELD[treatment]}.${collection}`, count]));
      await rows.updateOne({ _id: userId }, { $inc: increments, $set: { at: clock.now() } }, { tx, upsert: true });
    },
    async totals(userId) {
      const row = await rows.findOne({ _id: userId });
      return { erased: row?.erased ?? {}, anonymised: row?.anonymised ?? {} };
    },
  };
}
