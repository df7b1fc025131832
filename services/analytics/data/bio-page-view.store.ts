import { boolean, date, nullable, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";
import { deleteUpTo } from "./delete-up-to.ts";

/** A view of a bio page (spec 2.11, 4.6). */
export interface BioPageViewDoc extends DocumentIn<typeof bioPageViews> {}

export const bioPageViews = defineCollection({
  name: "bio_page_views",
  fields: {
    _id: text,
    bioPageId: text,
    visitorHash: nullable(text),
    referrer: nullable(text),
    userAgent: nullable(text),
    country: nullable(text),
    device: nullable(text),
    browser: nullable(text),
    isEmbed: boolean,
    /** True: reports leave the view out. */
    isBot: boolean,
    createdAt: date,
  },
  indexes: [
    { name: "of_page", key: { bioPageId: 1, createdAt: 1 } },
    { name: "of_visitor", key: { bioPageId: 1, visitorHash: 1, createdAt: 1 }, partialFilterExpression: { visitorHash: { $gt: "" } } },
    { name: "by_age", key: { createdAt: 1 } },
  ],
});

export interface BioPageViewStore {
  /** Inserts views; returns the result of each. */
  insert(views: readonly BioPageViewDoc[]): Promise<PromiseSettledResult<void>[]>;
  /** Deletes up to `limit` views from before an instant; returns the number deleted. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function bioPageViewStore(database: Collections): BioPageViewStore {
  const views = database.collection(bioPageViews);
  return {
    insert: (rows) => outcomesOf(rows.length, () => views.insert(rows, { ordered: false, trusted: true })),
    deleteOlderThan: (instant, limit) => deleteUpTo(views, { createdAt: { $lt: instant } }, limit),
  };
}
