import type { Deps } from "../deps.ts";
import { SEARCH_VERSION, searchTextOf } from "../domain/help-article.ts";

const BATCH_SIZE = 50;

/** Writes the search texts anew that an earlier version has folded: no search of this version would find them. */
export async function refoldArticles({
  articles,
  published,
  transaction,
}: Pick<Deps, "articles" | "published" | "transaction">): Promise<void> {
  for (;;) {
    const found = await articles.listWithOtherSearchVersion(SEARCH_VERSION, BATCH_SIZE);
    if (found.length === 0) return;
    await transaction(async (tx) => {
      for (const article of found) await articles.setSearchText(tx, article, searchTextOf(article), SEARCH_VERSION);
      await published.changeIn(tx);
    });
  }
}
