import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

export interface HelpCategoryDoc {
  readonly _id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  /** Categories are shown by it, ascending. */
  readonly order: number;
  /** Articles in any status that belong to it; changes with them. */
  readonly articles: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<HelpCategoryDoc>(
  {
    _id: { type: String, required: true },
    slug: { type: String, required: true },
    name: { type: String, required: true },
    description: { type: String, default: null },
    icon: { type: String, default: null },
    order: { type: Number, required: true },
    articles: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ slug: 1 }, { name: "slug", unique: true });
schema.index({ order: 1, _id: 1 }, { name: "shown_order" });

export function helpCategoryModel(connection: Connection): Model<HelpCategoryDoc> {
  return modelOf(connection, "help_categories", schema);
}
