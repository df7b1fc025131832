import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { Period } from "../domain/closed-periods.ts";
import type { Rollup } from "../domain/rollup.ts";

/**
 * The rollup of one bio page on one closed day, or in one closed hour of a day that a report does not cover as a whole or that is still
 * open. It is counted from the sessions, page views and bio views of that period, below called rows. Visits of the owner are included,
 * those of bots are not.
 */
export interface PageDayDoc {
  /** `<bioPageId>:<period>` */
  readonly _id: string;
  readonly bioPageId: string;
  /** The period: in the beginning there were only days, and the name of a stored field stays. */
  readonly day: Period;
  /**
   * A unique id; every change of a row of the period replaces it by a new one. No id is used twice, not even when this document was
   * deleted and inserted again.
   */
  readonly revision: string;
  /** Absent: not counted yet. Null: the period is too large for a rollup. */
  readonly counts?: Rollup | null;
}

const schema = new Schema<PageDayDoc>(
  {
    _id: { type: String, required: true },
    bioPageId: { type: String, required: true },
    day: { type: String, required: true },
    revision: { type: String, required: true },
    counts: { type: Schema.Types.Mixed },
  },
  { versionKey: false, strict: "throw", minimize: false },
);
schema.index({ bioPageId: 1, day: 1 }, { name: "of_page" });
schema.index({ day: 1 }, { name: "by_age" });

export const pageDays: CollectionDefinition<PageDayDoc> = { name: "page_days", schema };
