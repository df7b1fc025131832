import { Schema } from "mongoose";
import { type Clock, DAY, SECOND } from "#libs/kernel/clock.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** Longer than any purge takes. */
const RETENTION_SECONDS = (90 * DAY) / SECOND;

type Counts = Readonly<Record<string, number>>;

/** How many rows of a user were erased and anonymized. Counted in the erasing transactions: a crash neither loses nor doubles a count. */
export interface ErasureLedger {
  add(tx: Tx, userId: string, treatment: "ERASE" | "ANONYMIZE", counts: Counts): Promise<void>;
  totals(userId: string): Promise<{ erased: Counts; anonymised: Counts }>;
}

interface ErasureRow {
  /** Id of the former user. */
  readonly _id: string;
  readonly erased?: Counts | undefined;
  readonly anonymised?: Counts | undefined;
  readonly at: Date;
}

const schema = new Schema<ErasureRow>(
  {
    _id: { type: String, required: true },
    erased: { type: Schema.Types.Mixed },
    anonymised: { type: Schema.Types.Mixed },
    at: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ at: 1 }, { name: "retention", expireAfterSeconds: RETENTION_SECONDS });

const erasures: CollectionDefinition<ErasureRow> = { name: "erasures", schema };

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
