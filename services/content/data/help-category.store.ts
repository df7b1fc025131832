import { MAX_CATEGORIES } from "#libs/contracts/content/index.ts";
import { date, nullable, number, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { type SerializedCount, serializedCount } from "#libs/platform/mongo/serialized-count.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface HelpCategoryDoc extends DocumentIn<typeof helpCategories> {}

export const helpCategories = defineCollection({
  name: "help_categories",
  fields: {
    _id: text,
    slug: text,
    name: text,
    description: nullable(text),
    icon: nullable(text),
    /** Lists show categories with a lower order first. */
    order: number,
    /** Number of its articles in any status; updated in the transaction that writes them. */
    articles: number,
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { name: "slug", key: { slug: 1 }, unique: true },
    { name: "shown_order", key: { order: 1, _id: 1 } },
  ],
});

export interface HelpCategoryStore {
  /** All categories, by their order. */
  list(tx?: Tx): Promise<HelpCategoryDoc[]>;
  findByIds(ids: readonly string[]): Promise<HelpCategoryDoc[]>;
  findBySlug(slug: string): Promise<HelpCategoryDoc | null>;
  /** Number of categories. Transactions that insert a category run this one after the other. */
  readonly count: SerializedCount;
  /** Rejects with a duplicate key error when the slug is taken. */
  insert(tx: Tx, category: HelpCategoryDoc): Promise<void>;
  /** The updated category; null when there is none. Rejects with a duplicate key error when the slug is taken. */
  update(tx: Tx, categoryId: string, fields: Partial<Omit<HelpCategoryDoc, "_id">>): Promise<HelpCategoryDoc | null>;
  /** Adds one to the number of articles. Returns the updated category; null when there is none. */
  incrementArticles(tx: Tx, slug: string): Promise<HelpCategoryDoc | null>;
  decrementArticles(tx: Tx, categoryId: string): Promise<void>;
  /** Deletes a category that has no articles. */
  delete(tx: Tx, categoryId: string): Promise<"deleted" | "in use" | "unknown">;
}

export function helpCategoryStore(database: Collections): HelpCategoryStore {
  const categories = database.collection(helpCategories);
  return {
    list: (tx) => categories.find({}, { tx, sort: { order: 1, _id: 1 }, limit: MAX_CATEGORIES }),
    findByIds: (ids) => categories.find({ _id: { $in: ids } }, { limit: ids.length }),
    findBySlug: (slug) => categories.findOne({ slug }),
    count: serializedCount(database, categories),
    insert: (tx, category) => categories.insert(category, { tx }),
    update: (tx, _id, fields) => categories.findOneAndUpdate({ _id }, { $set: fields }, { tx, returnDocument: "after" }),
    incrementArticles: (tx, slug) => categories.findOneAndUpdate({ slug }, { $inc: { articles: 1 } }, { tx, returnDocument: "after" }),
    async decrementArticles(tx, _id) {
      await categories.updateOne({ _id }, { $inc: { articles: -1 } }, { tx });
    },
    async delete(tx, _id) {
      const { deletedCount } = await categories.deleteOne({ _id, articles: 0 }, { tx });
      if (deletedCount === 1) return "deleted";
      return (await categories.findOne({ _id }, { tx, projection: { _id: 1 } })) ? "in use" : "unknown";
    },
  };
}
