import { type Connection, Schema } from "mongoose";
import type { Clock } from "#libs/kernel/clock.ts";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** Longer than any purge takes. */
const KEPT_SECONDS = (90 * DAY) / SECOND;

type Counts = Readonly<Record<string, number>>;

/** How much of a user is gone by now, counted in the transactions that erase: a crash neither loses nor doubles a count. */
export interface ErasureLedger {
  add(tx: Tx, userId: string, treatment: "ERASE" | "ANONYMISE", counts: Counts): Promise<void>;
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
schema.index({ at: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

const FIELD = { ERASE: "erased", ANONYMISE: "anonymised" } as const;

export function erasureLedger(connection: Connection, clock: Clock): ErasureLedger {
  const model = modelOf<ErasureRow>(connection, "erasures", schema);
  return {
    async add(session, userId, treatment, counts) {
      const inc = Object.entries(counts).filter(([, count]) => count > 0);
      if (inc.length === 0) return;
      const added = Object.fromEntries(inc.map(([collection, count]) => [`${FIELD[treatment]}.${collection}`, count]));
      await model.updateOne({ _id: userId }, { $inc: added, $set: { at: clock.now() } }, { session, upsert: true });
    },
    async totals(userId) {
      const row = await model.findById(userId).lean<ErasureRow>();
      return { erased: row?.erased ?? {}, anonymised: row?.anonymised ?? {} };
    },
  };
}
