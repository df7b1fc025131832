import { implement } from "#libs/contract-kit/implement.ts";
import { updateHelpArticle } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import { publishableHtml } from "#libs/platform/html/publishable-html.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { HelpArticleDoc } from "../data/help-article.model.ts";
import type { HelpCategoryDoc } from "../data/help-category.store.ts";
import type { Deps } from "../deps.ts";
import { firstPublishedAt, SEARCH_VERSION, searchTextOf } from "../domain/help-article.ts";
import { categoriesOf } from "../help/categories-of.ts";
import { orSlugTaken } from "../help/or-slug-taken.ts";
import { editorArticleView } from "../views/help-view.ts";

/** PATCH /admin/help/articles/{articleId}: changes the fields that are sent; null clears a field. */
export const updateHelpArticleAction = (deps: Deps) =>
  implement(updateHelpArticle, async (ctx) => {
    const { articleId, category: categorySlug, ...sent } = ctx.params;
    const { articles, audit, clock, published, transaction } = deps;
    const { html: content, removal } = sent.content === undefined ? { html: undefined, removal: {} } : publishableHtml(sent.content);
    const fields = given({ ...sent, content });
    const article = await transaction(async (tx) => {
      const before = await articles.find(articleId, tx);
      if (!before) throw new AppError("help.error.article_not_found");
      const now = clock.now();
      const categoryId = categorySlug === undefined ? before.categoryId : (await moveToCategory(deps, tx, before, categorySlug))._id;
      const edited = { ...before, ...fields, categoryId, updatedAt: now, updatedBy: ctx.caller.userId };
      const publishedAt = firstPublishedAt(before.publishedAt, edited.status, now);
      const after: HelpArticleDoc = { ...edited, publishedAt, searchText: searchTextOf(edited), searchVersion: SEARCH_VERSION };
      await orSlugTaken(articles.replace(tx, after));
      const line = { actor: ctx.caller.userId, action: "content.updateHelpArticle", target: articleId } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, details: { status: after.status }, requestId: ctx.requestId });
      return after;
    });
    return { ...editorArticleView(article, (await categoriesOf([article], deps.categories))(article)), ...removal };
  });

/** Updates the article counts of both categories. Returns the new category. */
async function moveToCategory(
  { categories }: Pick<Deps, "categories">,
  tx: Tx,
  article: HelpArticleDoc,
  slug: string,
): Promise<HelpCategoryDoc> {
  const category = await categories.incrementArticles(tx, slug);
  if (!category) throw new AppError("help.error.category_not_found");
  await categories.decrementArticles(tx, article.categoryId);
  return category;
}
