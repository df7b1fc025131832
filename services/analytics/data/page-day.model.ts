import { json, nullable, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Period } from "../domain/closed-periods.ts";
import type { Rollup } from "../domain/rollup.ts";

/**
 * The rollup of one bio page on one closed day, or in one closed hour of a day that a report does not cover as a whole or that is still
 * open. It is counted from the sessions, page views and bio views of that period, below called rows. Visits of the owner are included,
 * those of bots are not.
 */
export interface PageDayDoc extends DocumentIn<typeof pageDays> {}

export const pageDays = defineCollection({
  name: "page_days",
  fields: {
    /** `<bioPageId>:<period>` */
    _id: text,
    bioPageId: text,
    /** The period: in the beginning there were only days, and the name of a stored field stays. */
    day: of<Period>(),
    /**
     * A unique id; every change of a row of the period replaces it by a new one. No id is used twice, not even when this document was
     * deleted and inserted again.
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
