import { implement } from "#libs/contract-kit/implement.ts";
import { updateHelpArticle } from "#libs/contracts/content.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sanitizeHtml } from "#libs/html/sanitize-html.ts";
import { given } from "#libs/kernel/given-fields.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { HelpArticleDoc } from "../data/help-article.model.ts";
import type { HelpCategoryDoc } from "../data/help-category.model.ts";
import type { Deps } from "../deps.ts";
import { firstPublished } from "../domain/publishing.ts";
import { searchTextOf } from "../domain/search-text.ts";
import { categoriesOf, wholeArticle } from "../help-article-view.ts";
import { orSlugTaken } from "../slug-taken.ts";

/** PATCH /admin/help/articles/{articleId}: only the fields that are sent; null clears one. */
export const updateHelpArticleAction = (deps: Deps) =>
  implement(updateHelpArticle, async (ctx) => {
    const { articleId, category: categorySlug, ...sent } = ctx.params;
    const { articles, audit, clock, transaction } = deps;
    const fields = given({ ...sent, content: sent.content === undefined ? undefined : sanitizeHtml(sent.content) });
    const article = await transaction(async (tx) => {
      const before = await articles.find(articleId, tx);
      if (!before) throw new AppError("help.error.article_not_found");
      const now = clock.now();
      const categoryId = categorySlug === undefined ? before.categoryId : (await moved(deps, tx, before, categorySlug))._id;
      const edited = { ...before, ...fields, categoryId, updatedAt: now, updatedBy: ctx.caller.userId };
      const publishedAt = firstPublished(before.publishedAt, edited.status, now);
      const after: HelpArticleDoc = { ...edited, publishedAt, searchText: searchTextOf(edited) };
      await orSlugTaken(articles.replace(tx, after));
      const line = { actor: ctx.caller.userId, action: "content.updateHelpArticle", target: articleId };
      await audit.add(tx, { ...line, details: { status: after.status }, requestId: ctx.requestId });
      return after;
    });
    return wholeArticle(article, (await categoriesOf([article], deps.categories))(article));
  });

/** The category of an article after its move, with both categories counted anew. */
async function moved({ categories }: Pick<Deps, "categories">, tx: Tx, before: HelpArticleDoc, slug: string): Promise<HelpCategoryDoc> {
  const category = await categories.gainArticle(tx, slug);
  if (!category) throw new AppError("help.error.category_not_found");
  await categories.loseArticle(tx, before.categoryId);
  return category;
}
