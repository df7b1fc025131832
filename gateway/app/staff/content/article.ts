import type { TextKey } from "#gateway/ui/texts.ts";
import { type ArticleStatus, getEditedArticle, updateHelpArticle } from "#libs/contracts/content/help.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { staffApi } from "../staff-session.ts";

export const articleOf = (articleId: string) => staffApi.call(getEditedArticle, { articleId });

/** A help article as editors see it. */
export type Article = Awaited<ReturnType<typeof articleOf>>;

export const ARTICLE_STATES = {
  DRAFT: { kind: "warn", text: "page.staffContent.draft", list: "page.staffContent.drafts" },
  PUBLISHED: { kind: "good", text: "page.staffContent.published", list: "page.staffContent.published" },
  ARCHIVED: { kind: "neutral", text: "page.staffContent.archived", list: "page.staffContent.archived" },
} as const satisfies Record<ArticleStatus, { readonly kind: string; readonly text: TextKey; readonly list: TextKey }>;

/** The fields of an article, as they are typed. */
export interface TypedArticle {
  readonly title: string;
  readonly slug: string;
  /** Slug of the category. */
  readonly category: string;
  readonly locale: Locale;
  readonly excerpt: string;
  readonly content: string;
  readonly icon: string;
  readonly readTimeMinutes: string;
  readonly isFeatured: boolean;
}

export const FIELD_TEXTS = {
  title: "page.links.title",
  slug: "page.links.address",
  category: "page.statement.category",
  locale: "page.frame.language",
  excerpt: "page.staffContent.excerpt",
  content: "page.links.text",
  icon: "page.staffContent.icon",
  readTimeMinutes: "page.staffContent.minutes",
  isFeatured: "page.staffContent.featured",
} as const satisfies Record<keyof TypedArticle, TextKey>;

const FIELDS = Object.keys(FIELD_TEXTS) as readonly (keyof TypedArticle)[];

export const typedOf = ({ title, slug, category, locale, excerpt, content, icon, readTimeMinutes, isFeatured }: Article): TypedArticle => ({
  ...{ title, slug, locale, content, isFeatured },
  category: category.slug,
  excerpt: excerpt ?? "",
  icon: icon ?? "",
  readTimeMinutes: readTimeMinutes === null ? "" : String(readTimeMinutes),
});

/** The fields in which two versions differ. */
export const differences = (one: TypedArticle, other: TypedArticle): readonly (keyof TypedArticle)[] =>
  FIELDS.filter((field) => one[field] !== other[field]);

/** What the interface takes for what was typed. An empty field clears what may be absent. */
export function sentOf({ excerpt, icon, readTimeMinutes, ...typed }: TypedArticle) {
  const orNull = (text: string) => (text.trim() === "" ? null : text);
  const minutes = orNull(readTimeMinutes);
  return { ...typed, excerpt: orNull(excerpt), icon: orNull(icon), readTimeMinutes: minutes === null ? null : Number(minutes) };
}

/** Saves the fields that were changed, so that those of a colleague stay. */
export function saveArticle(articleId: string, typed: TypedArticle, base: TypedArticle, status?: ArticleStatus) {
  const changed: readonly string[] = differences(typed, base);
  const fields = Object.fromEntries(Object.entries(sentOf(typed)).filter(([field]) => changed.includes(field)));
  return staffApi.call(updateHelpArticle, { articleId, ...fields, ...(status && { status }) });
}
