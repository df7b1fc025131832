import type { HelpArticleDoc } from "../data/help-article.model.ts";
import type { HelpArticleRow } from "../data/help-article.store.ts";
import type { HelpCategoryDoc } from "../data/help-category.store.ts";

/** The category of an article as its readers see it. */
export type CategoryName = Pick<HelpCategoryDoc, "name" | "slug">;

/** An article in the public list (spec 2.8). */
export function publicArticleRowView(article: HelpArticleRow, { name, slug }: CategoryName) {
  return {
    slug: article.slug,
    title: article.title,
    excerpt: article.excerpt,
    icon: article.icon,
    readTimeMinutes: article.readTimeMinutes,
    isFeatured: article.isFeatured,
    publishedAt: article.publishedAt?.toISOString() ?? null,
    category: { name, slug },
  };
}

/** An article in the list of the editors. */
export function editorArticleRowView(article: HelpArticleRow, category: CategoryName) {
  return {
    id: article._id,
    ...publicArticleRowView(article, category),
    status: article.status,
    locale: article.locale,
    createdAt: article.createdAt.toISOString(),
    updatedAt: article.updatedAt.toISOString(),
    updatedBy: article.updatedBy,
  };
}

/** An article with its content, for its editors. */
export function editorArticleView(article: HelpArticleDoc, category: CategoryName) {
  return { ...editorArticleRowView(article, category), content: article.content };
}

/** A category in the public list. */
export function publicCategoryView({ name, slug, description, icon }: HelpCategoryDoc) {
  return { name, slug, description, icon };
}

/** A category for its editors. */
export function editorCategoryView({ _id, createdAt, updatedAt, ...category }: HelpCategoryDoc) {
  return { id: _id, ...category, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
