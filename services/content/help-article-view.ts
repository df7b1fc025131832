import type { HelpArticleDoc } from "./data/help-article.model.ts";
import type { ArticleRow } from "./data/help-article.store.ts";
import type { HelpCategoryDoc } from "./data/help-category.model.ts";
import type { HelpCategoryStore } from "./data/help-category.store.ts";

type NamedCategory = Pick<HelpCategoryDoc, "name" | "slug">;

/** An article as the public list shows it (spec 2.8). */
export function listedArticle(article: ArticleRow, { name, slug }: NamedCategory) {
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

/** An article as a list of editors shows it. */
export function editedArticle(article: ArticleRow, category: NamedCategory) {
  return {
    id: article._id,
    ...listedArticle(article, category),
    status: article.status,
    locale: article.locale,
    createdAt: article.createdAt.toISOString(),
    updatedAt: article.updatedAt.toISOString(),
    updatedBy: article.updatedBy,
  };
}

/** An article as its editor sees it. */
export function wholeArticle(article: HelpArticleDoc, category: NamedCategory) {
  return { ...editedArticle(article, category), content: article.content };
}

/** A category cannot be removed while it has articles, so this is what a reader in between sees at most. */
const GONE: NamedCategory = { name: "", slug: "" };

/** The categories of some articles, with one question. */
export async function categoriesOf(
  articles: readonly Pick<ArticleRow, "categoryId">[],
  categories: HelpCategoryStore,
): Promise<(article: Pick<ArticleRow, "categoryId">) => NamedCategory> {
  const ids = [...new Set(articles.map(({ categoryId }) => categoryId))];
  const found = new Map((ids.length > 0 ? await categories.withIds(ids) : []).map((category) => [category._id, category]));
  return ({ categoryId }) => found.get(categoryId) ?? GONE;
}
