import { implement } from "#libs/contract-kit/implement.ts";
import { createHelpArticle } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { publishableHtml } from "#libs/platform/html/publishable-html.ts";
import type { Deps } from "../deps.ts";
import { firstPublishedAt, SEARCH_VERSION, searchTextOf } from "../domain/help-article.ts";
import { orSlugTaken } from "../help/or-slug-taken.ts";
import { editorArticleView } from "../views/help-view.ts";

/** POST /admin/help/articles */
export const createHelpArticleAction = ({ articles, audit, categories, clock, published, transaction }: Deps) =>
  implement(createHelpArticle, async (ctx) => {
    const { category: categorySlug, excerpt = null, icon = null, readTimeMinutes = null, isFeatured = false, ...rest } = ctx.params;
    const now = clock.now();
    const { html: content, removal } = publishableHtml(rest.content);
    const draft = {
      ...rest,
      ...{ _id: uuid(), content, excerpt, icon, readTimeMinutes, isFeatured },
      searchText: searchTextOf({ title: rest.title, content, excerpt }),
      searchVersion: SEARCH_VERSION,
      publishedAt: firstPublishedAt(null, rest.status, now),
      ...{ createdAt: now, updatedAt: now, updatedBy: ctx.caller.userId },
    };
    return transaction(async (tx) => {
      const category = await categories.incrementArticles(tx, categorySlug);
      if (!category) throw new AppError("help.error.category_not_found");
      const article = { ...draft, categoryId: category._id };
      await orSlugTaken(articles.insert(tx, article));
      const line = { actor: ctx.caller.userId, action: "content.createHelpArticle", target: article._id } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, details: { status: article.status }, requestId: ctx.requestId });
      return { ...editorArticleView(article, category), ...removal };
    });
  });
