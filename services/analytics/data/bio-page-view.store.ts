import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";
import { deleteUpTo } from "./delete-up-to.ts";

/** A view of a bio page (spec 2.11, 4.6). */
export interface BioPageViewDoc {
  readonly _id: string;
  readonly bioPageId: string;
  readonly visitorHash: string | null;
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly country: string | null;
  readonly device: string | null;
  readonly browser: string | null;
  readonly isEmbed: boolean;
  /** True: reports leave the view out. */
  readonly isBot: boolean;
  readonly createdAt: Date;
}

const text = { type: String, default: null } as const;

const schema = new Schema<BioPageViewDoc>(
  {
    _id: { type: String, required: true },
    bioPageId: { type: String, required: true },
    visitorHash: text,
    referrer: text,
    userAgent: text,
    country: text,
    device: text,
    browser: text,
    isEmbed: { type: Boolean, required: true },
    isBot: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ bioPageId: 1, createdAt: 1 }, { name: "of_page" });
schema.index({ bioPageId: 1, visitorHash: 1, createdAt: 1 }, { name: "of_visitor", partialFilterExpression: { visitorHash: { $gt: "" } } });
schema.index({ createdAt: 1 }, { name: "by_age" });

export const bioPageViews: CollectionDefinition<BioPageViewDoc> = { name: "bio_page_views", schema };

export interface BioPageViewStore {
  /** Inserts views; what became of each. */
  insert(views: readonly BioPageViewDoc[]): Promise<PromiseSettledResult<void>[]>;
  /** Deletes up to `limit` views from before an instant; returns how many. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function bioPageViewStore(database: Collections): BioPageViewStore {
  const views = database.collection(bioPageViews);
  return {
    insert: (rows) => outcomesOf(rows.length, () => views.insert(rows, { ordered: false, trusted: true })),
    deleteOlderThan: (instant, limit) => deleteUpTo(views, { createdAt: { $lt: instant } }, limit),
  };
}
