import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { DayCounts } from "../domain/day-counts.ts";

/** What happened on a page on one day that is over, whoever did it; bots left out. Made from the rows, and made anew when they change. */
export interface PageDay {
  /** `<bioPageId>:<day>` */
  readonly _id: string;
  readonly bioPageId: string;
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  /** Another one with every change of the day's rows. Never the same again, not even when the row was removed in between. */
  readonly revision: string;
  /** Absent: to be counted. Null: too much for a rollup. */
  readonly counts?: DayCounts | null;
}

const schema = new Schema<PageDay>(
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

export function pageDayModel(connection: Connection): Model<PageDay> {
  return modelOf(connection, "page_days", schema);
}
