import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  clampedPage,
  id,
  LOCALES,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  readableLine,
  readableText,
  removedParts,
  timestamp,
} from "../shared.ts";

export const ARTICLE_STATUSES = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

const PUBLISHED = {
  headers: { "Cache-Control": "public, s-maxage=300, stale-while-revalidate=600" },
  cachedUntil: "content changes",
} as const satisfies Partial<HttpBinding>;
const EDITORS = { auth: "admin", permission: "content:write" } as const satisfies Partial<HttpBinding>;

/** Categories of help articles. */
export const MAX_CATEGORIES = 200;

const slug = { type: "string", min: 1, max: 100, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, description: "Lower case, digits, hyphens" } as const;
const name = { ...readableLine, min: 1, max: 100 } as const;
const icon = { ...readableLine, min: 1, max: 100, optional: true, nullable: true } as const;
const categoryId = { type: "uuid" } as const;
const articleId = { type: "uuid" } as const;

const storedContent = { type: "string", max: 100_000, description: "HTML" } as const;

/** Spec 2.8. */
const listed = {
  slug: { type: "string" },
  title: { type: "string" },
  excerpt: { ...nullableText, max: 500 },
  icon: nullableText,
  readTimeMinutes: { type: "number", integer: true, nullable: true },
  isFeatured: { type: "boolean" },
  publishedAt: optionalTimestamp,
  category: { type: "object", props: { name: { type: "string" }, slug: { type: "string" } } },
} as const;

export const listHelpArticles = action({
  name: "content.listHelpArticles",
  summary: "Published help articles, newest first",
  http: { method: "GET", path: "/public/help/articles", auth: "public", limit: "help_articles", ...PUBLISHED },
  params: {
    category: { type: "string", optional: true, description: "Slug of a category" },
    search: { type: "string", optional: true, description: "Part of title, content or excerpt, in any case" },
    featured: { type: "string", optional: true, description: "Exactly true: featured ones only; anything else is no filter" },
    locale: { type: "string", optional: true, description: "Exact locale code" },
    ...clampedPage,
  },
  returns: pageOfItems({ type: "object", props: listed }),
  errors: [],
});

export const getHelpArticle = action({
  name: "content.getHelpArticle",
  summary: "One published help article",
  http: { method: "GET", path: "/public/help/articles/{slug}", auth: "public", ...PUBLISHED },
  params: { slug: { type: "string" } },
  returns: {
    type: "object",
    props: { ...listed, locale: { type: "enum", values: LOCALES, description: "Language of the article" }, content: storedContent },
  },
  errors: ["help.error.article_not_found"],
});

const category = {
  type: "object",
  props: { name: { type: "string" }, slug: { type: "string" }, description: { ...nullableText, max: 500 }, icon: nullableText },
} as const satisfies ObjectRule;

export const listHelpCategories = action({
  name: "content.listHelpCategories",
  summary: "The categories of help articles, in their order",
  http: { method: "GET", path: "/public/help/categories", auth: "public", ...PUBLISHED },
  params: {},
  returns: { type: "array", items: category, max: MAX_CATEGORIES },
  errors: [],
});

const editedCategory = {
  type: "object",
  props: {
    id,
    ...category.props,
    order: { type: "number", integer: true },
    articles: { type: "number", integer: true, description: "How many articles it has, drafts and archived ones included" },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
} as const satisfies ObjectRule;

const categoryFields = {
  description: { ...readableText, trim: true, max: 500, optional: true, nullable: true },
  icon,
  order: { type: "number", integer: true, min: 0, max: 10_000, optional: true },
} as const;

export const listEditedCategories = action({
  name: "content.listEditedCategories",
  summary: "The categories as an editor sees them",
  http: { method: "GET", path: "/admin/help/categories", ...EDITORS },
  params: {},
  returns: { type: "array", items: editedCategory, max: MAX_CATEGORIES },
  errors: [],
});

export const createHelpCategory = action({
  name: "content.createHelpCategory",
  summary: "Create a category of help articles",
  http: { method: "POST", path: "/admin/help/categories", status: 201, ...EDITORS },
  params: { name, slug, ...categoryFields },
  returns: editedCategory,
  errors: ["help.error.slug_taken", "help.error.too_many_categories"],
});

export const updateHelpCategory = action({
  name: "content.updateHelpCategory",
  summary: "Change a category of help articles",
  http: { method: "PATCH", path: "/admin/help/categories/{categoryId}", ...EDITORS },
  params: { categoryId, name: { ...name, optional: true }, slug: { ...slug, optional: true }, ...categoryFields },
  returns: editedCategory,
  errors: ["help.error.category_not_found", "help.error.slug_taken"],
});

export const removeHelpCategory = action({
  name: "content.removeHelpCategory",
  summary: "Remove a category that has no articles",
  http: { method: "DELETE", path: "/admin/help/categories/{categoryId}", ...EDITORS },
  params: { categoryId },
  returns: null,
  errors: ["help.error.category_not_found", "help.error.category_in_use"],
});

const editedArticle = {
  type: "object",
  props: {
    id,
    ...listed,
    status: { type: "enum", values: ARTICLE_STATUSES },
    locale: { type: "enum", values: LOCALES },
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy: { type: "string" },
  },
} as const satisfies ObjectRule;
const wholeArticle = { type: "object", props: { ...editedArticle.props, content: storedContent } } as const satisfies ObjectRule;

const writtenArticle = { type: "object", props: { ...wholeArticle.props, removed: removedParts } } as const satisfies ObjectRule;

export const listEditedArticles = action({
  name: "content.listEditedArticles",
  summary: "Help articles in every status, last changed first",
  http: { method: "GET", path: "/admin/help/articles", ...EDITORS },
  params: { status: { type: "enum", values: ARTICLE_STATUSES, optional: true }, ...clampedPage },
  returns: pageOfItems(editedArticle),
  errors: [],
});

export const getEditedArticle = action({
  name: "content.getEditedArticle",
  summary: "One help article in any status",
  http: { method: "GET", path: "/admin/help/articles/{articleId}", ...EDITORS },
  params: { articleId },
  returns: wholeArticle,
  errors: ["help.error.article_not_found"],
});

const title = { ...readableLine, min: 1, max: 200 } as const;
const content = { ...readableText, min: 1, max: 100_000, description: "HTML; everything that a browser would run is removed" } as const;
const locale = { type: "enum", values: LOCALES } as const;
const articleFields = {
  excerpt: { ...readableText, trim: true, max: 500, optional: true, nullable: true },
  icon,
  readTimeMinutes: { type: "number", integer: true, min: 1, max: 600, optional: true, nullable: true },
  isFeatured: { type: "boolean", optional: true },
} as const;

export const createHelpArticle = action({
  name: "content.createHelpArticle",
  summary: "Create a help article; a draft by default",
  http: { method: "POST", path: "/admin/help/articles", status: 201, ...EDITORS },
  params: {
    slug,
    title,
    content,
    category: { type: "string", max: 100, description: "Slug of its category" },
    locale: { ...locale, default: "en" },
    status: { type: "enum", values: ARTICLE_STATUSES, default: "DRAFT" },
    ...articleFields,
  },
  returns: writtenArticle,
  errors: ["content.error.foreign_picture", "help.error.category_not_found", "help.error.slug_taken"],
});

export const updateHelpArticle = action({
  name: "content.updateHelpArticle",
  summary: "Change, publish or archive a help article",
  http: { method: "PATCH", path: "/admin/help/articles/{articleId}", ...EDITORS },
  params: {
    articleId,
    slug: { ...slug, optional: true },
    title: { ...title, optional: true },
    content: { ...content, optional: true },
    category: { type: "string", max: 100, optional: true, description: "Slug of its category" },
    locale: { ...locale, optional: true },
    status: { type: "enum", values: ARTICLE_STATUSES, optional: true },
    ...articleFields,
  },
  returns: writtenArticle,
  errors: ["content.error.foreign_picture", "help.error.article_not_found", "help.error.category_not_found", "help.error.slug_taken"],
});

export const removeHelpArticle = action({
  name: "content.removeHelpArticle",
  summary: "Remove a help article for good",
  http: { method: "DELETE", path: "/admin/help/articles/{articleId}", ...EDITORS },
  params: { articleId },
  returns: null,
  errors: ["help.error.article_not_found"],
});
