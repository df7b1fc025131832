import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { DayRollup } from "../domain/day-rollup.ts";

/**
 * The rollup of one bio page on one closed day. It is counted from the sessions, page views and bio views of that day, below called
 * rows. Visits of the owner are included, those of bots are not.
 */
export interface PageDayDoc {
  /** `<bioPageId>:<day>` */
  readonly _id: string;
  readonly bioPageId: string;
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  /**
   * A unique id; every change of a row of the day replaces it by a new one. No id is used twice, not even when this document was
   * deleted and inserted again.
   */
  readonly revision: string;
  /** Absent: not counted yet. Null: the day is too large for a rollup. */
  readonly counts?: DayRollup | null;
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
