import { Schema } from "mongoose";
import { ARTICLE_STATUSES, type ArticleStatus } from "#libs/contracts/content/help.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

export interface HelpArticleDoc {
  readonly _id: string;
  readonly slug: string;
  readonly title: string;
  /** HTML, sanitized. */
  readonly content: string;
  readonly excerpt: string | null;
  readonly icon: string | null;
  readonly readTimeMinutes: number | null;
  readonly isFeatured: boolean;
  readonly status: ArticleStatus;
  readonly locale: Locale;
  readonly categoryId: string;
  /** Title, content and excerpt, folded for the search: see `searchTextOf`. */
  readonly searchText: string;
  /** Instant of the first publication. */
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** User id. */
  readonly updatedBy: string;
}

const schema = new Schema<HelpArticleDoc>(
  {
    _id: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    content: { type: String, default: "" },
    excerpt: { type: String, default: null },
    icon: { type: String, default: null },
    readTimeMinutes: { type: Number, default: null },
    isFeatured: { type: Boolean, required: true },
    status: { type: String, required: true, enum: ARTICLE_STATUSES },
    locale: { type: String, required: true, enum: LOCALES },
    categoryId: { type: String, required: true },
    searchText: { type: String, required: true },
    publishedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    updatedBy: { type: String, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ slug: 1 }, { name: "slug", unique: true });
schema.index({ status: 1, publishedAt: -1, _id: -1 }, { name: "published" });
schema.index({ status: 1, categoryId: 1, publishedAt: -1, _id: -1 }, { name: "published_of_category" });
schema.index({ status: 1, locale: 1, publishedAt: -1, _id: -1 }, { name: "published_of_locale" });
schema.index({ status: 1, isFeatured: 1, publishedAt: -1, _id: -1 }, { name: "published_featured" });
schema.index({ status: 1, updatedAt: -1, _id: -1 }, { name: "edited_of_status" });
schema.index({ updatedAt: -1, _id: -1 }, { name: "edited" });

export const helpArticles: CollectionDefinition<HelpArticleDoc> = { name: "help_articles", schema };
