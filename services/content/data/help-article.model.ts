import { ARTICLE_STATUSES } from "#libs/contracts/content/help.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { boolean, date, nullable, number, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

export interface HelpArticleDoc extends DocumentIn<typeof helpArticles> {}

export const helpArticles = defineCollection({
  name: "help_articles",
  fields: {
    _id: text,
    slug: text,
    title: text,
    /** HTML, sanitized. */
    content: withDefault(text, ""),
    excerpt: nullable(text),
    icon: nullable(text),
    readTimeMinutes: nullable(number),
    isFeatured: boolean,
    status: oneOf(ARTICLE_STATUSES),
    locale: oneOf(LOCALES),
    categoryId: text,
    /** Title, content and excerpt, folded for the search: see `searchTextOf`. */
    searchText: text,
    /** Version of the rules by which `searchText` was made; absent in rows of the first one. */
    searchVersion: optional(number),
    /** Instant of the first publication. */
    publishedAt: nullable(date),
    createdAt: date,
    updatedAt: date,
    /** User id. */
    updatedBy: text,
  },
  indexes: [
    { name: "slug", key: { slug: 1 }, unique: true },
    { name: "published", key: { status: 1, publishedAt: -1, _id: -1 } },
    { name: "published_of_category", key: { status: 1, categoryId: 1, publishedAt: -1, _id: -1 } },
    { name: "published_of_locale", key: { status: 1, locale: 1, publishedAt: -1, _id: -1 } },
    { name: "published_featured", key: { status: 1, isFeatured: 1, publishedAt: -1, _id: -1 } },
    { name: "edited_of_status", key: { status: 1, updatedAt: -1, _id: -1 } },
    { name: "edited", key: { updatedAt: -1, _id: -1 } },
  ],
});
