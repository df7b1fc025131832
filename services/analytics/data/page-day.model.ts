import { json, nullable, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Period } from "../domain/closed-periods.ts";
import type { Rollup } from "../domain/rollup.ts";

/**
 * The rollup of one bio page on one closed day or in one closed hour. Hours are used where a report covers only part of a day, or where the
 * day is still open. It is counted from the sessions, page views and bio views of that period, called rows below. Visits of the owner are
 * included, those of bots are not.
 */
export interface PageDayDoc extends DocumentIn<typeof pageDays> {}

export const pageDays = defineCollection({
  name: "page_days",
  fields: {
    /** `<bioPageId>:<period>` */
    _id: text,
    bioPageId: text,
    /** The period. At first there were only days, and a stored field retains its name. */
    day: of<Period>(),
    /**
     * A unique id; every change of a row of the period replaces it by a new one. No id is reused, not even when this document is deleted
     * and inserted again.
     */
    revision: text,
    /** Absent: not counted yet. Null: the period is too large for a rollup. */
    counts: optional(nullable(json<Rollup>())),
  },
  indexes: [
    { name: "of_page", key: { bioPageId: 1, day: 1 } },
    { name: "by_age", key: { day: 1 } },
  ],
});
