import { MINUTE } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Deps } from "../deps.ts";
import { SEARCH_VERSION, searchTextOf } from "../domain/help-article.ts";
import { SEED_ARTICLES, SEED_CATEGORIES } from "./help-seeds.ts";

const SEED_AUTHOR = "system";

/** Inserts the seed categories and articles in one transaction. No effect when a category exists. */
export async function seedHelp(deps: Pick<Deps, "articles" | "categories" | "clock" | "published" | "transaction">): Promise<void> {
  const { articles, categories, clock, published, transaction } = deps;
  const now = clock.now();
  const [createdAt, updatedAt] = [now, now];
  try {
    await transaction(async (tx) => {
      if ((await categories.list(tx)).length > 0) return;
      for (const [order, category] of SEED_CATEGORIES.entries()) {
        const count = SEED_ARTICLES.filter((article) => article.category === category.slug).length;
        await categories.insert(tx, { ...category, order, articles: count, createdAt, updatedAt });
      }
      for (const [index, { category, ...article }] of SEED_ARTICLES.entries()) {
        const categoryId = SEED_CATEGORIES.find(({ slug }) => slug === category)?._id ?? "";
        const publishedAt = new Date(now.getTime() - index * MINUTE);
        const asPublished = {
          status: "PUBLISHED",
          publishedAt,
          searchText: searchTextOf(article),
          searchVersion: SEARCH_VERSION,
          createdAt,
          updatedAt,
          updatedBy: SEED_AUTHOR,
        } as const;
        await articles.insert(tx, { ...article, ...asPublished, categoryId });
      }
      await published.changeIn(tx);
    });
  } catch (error) {
    // Another replica has inserted them at the same time.
    if (!isDuplicateKey(error)) throw error;
  }
}
