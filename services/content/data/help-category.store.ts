import type { Connection } from "mongoose";
import { countedAlone } from "#libs/mongo/counted-alone.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type HelpCategoryDoc, helpCategoryModel } from "./help-category.model.ts";

export const MAX_CATEGORIES = 200;

export type HelpCategoryStore = ReturnType<typeof helpCategoryStore>;

export function helpCategoryStore(connection: Connection) {
  const model = helpCategoryModel(connection);
  return {
    ...countedAlone(connection, model),

    /** In the order in which they are shown. */
    all(session: Tx | null = null): Promise<HelpCategoryDoc[]> {
      return model.find({}, null, { session }).sort({ order: 1, _id: 1 }).limit(MAX_CATEGORIES).lean<HelpCategoryDoc[]>().exec();
    },

    withIds(ids: readonly string[]): Promise<HelpCategoryDoc[]> {
      return model
        .find({ _id: { $in: ids } })
        .limit(ids.length)
        .lean<HelpCategoryDoc[]>()
        .exec();
    },

    withSlug(slug: string): Promise<HelpCategoryDoc | null> {
      return model.findOne({ slug }).lean<HelpCategoryDoc>().exec();
    },

    /** Throws a duplicate key error when the slug is taken. */
    async insert(session: Tx, category: HelpCategoryDoc): Promise<void> {
      await model.insertOne(category, { session });
    },

    /** The changed category; null when there is none. Throws a duplicate key error when the slug is taken. */
    change(session: Tx, _id: string, fields: Partial<Omit<HelpCategoryDoc, "_id">>): Promise<HelpCategoryDoc | null> {
      return model.findOneAndUpdate({ _id }, { $set: fields }, { session, returnDocument: "after" }).lean<HelpCategoryDoc>().exec();
    },

    /** Counts an article more in the category of a slug and returns the category; null when there is none. */
    gainArticle(session: Tx, slug: string): Promise<HelpCategoryDoc | null> {
      return model
        .findOneAndUpdate({ slug }, { $inc: { articles: 1 } }, { session, returnDocument: "after" })
        .lean<HelpCategoryDoc>()
        .exec();
    },

    async loseArticle(session: Tx, _id: string): Promise<void> {
      await model.updateOne({ _id }, { $inc: { articles: -1 } }, { session });
    },

    /** Removes a category that has no articles; says why not. */
    async remove(session: Tx, _id: string): Promise<"removed" | "in use" | "unknown"> {
      const { deletedCount } = await model.deleteOne({ _id, articles: 0 }, { session });
      if (deletedCount === 1) return "removed";
      return (await model.exists({ _id }).session(session)) ? "in use" : "unknown";
    },
  };
}
