import type { HelpArticleRow } from "../data/help-article.store.ts";
import type { HelpCategoryStore } from "../data/help-category.store.ts";
import type { CategoryName } from "../views/help-view.ts";

type Categorized = Pick<HelpArticleRow, "categoryId">;

/** Shown when the category was removed between the query for the articles and the one for their categories. */
const REMOVED_CATEGORY: CategoryName = { name: "", slug: "" };

/** Finds the categories of some articles with one query. Returns a lookup from each of these articles to its category. */
export async function categoriesOf(
  articles: readonly Categorized[],
  categories: HelpCategoryStore,
): Promise<(article: Categorized) => CategoryName> {
  const ids = [...new Set(articles.map(({ categoryId }) => categoryId))];
  const byId = new Map((ids.length > 0 ? await categories.findByIds(ids) : []).map((category) => [category._id, category]));
  return ({ categoryId }) => byId.get(categoryId) ?? REMOVED_CATEGORY;
}
