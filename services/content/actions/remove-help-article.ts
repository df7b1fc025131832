import { implement } from "#libs/contract-kit/implement.ts";
import { removeHelpArticle } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /admin/help/articles/{articleId} */
export const removeHelpArticleAction = ({ articles, audit, categories, published, transaction }: Deps) =>
  implement(removeHelpArticle, async (ctx) => {
    const { articleId } = ctx.params;
    await transaction(async (tx) => {
      const article = await articles.find(articleId, tx);
      if (!article) throw new AppError("help.error.article_not_found");
      await articles.delete(tx, articleId);
      await categories.decrementArticles(tx, article.categoryId);
      const line = { actor: ctx.caller.userId, action: "content.removeHelpArticle", target: articleId } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, details: { slug: article.slug }, requestId: ctx.requestId });
    });
  });
