import { implement } from "#libs/contract-kit/implement.ts";
import { getHelpArticle } from "#libs/contracts/content.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { categoriesOf, listedArticle } from "../help-article-view.ts";

/** GET /public/help/articles/{slug} (spec 4.11) */
export const getHelpArticleAction = ({ articles, categories }: Pick<Deps, "articles" | "categories">) =>
  implement(getHelpArticle, async ({ params }) => {
    const article = await articles.publishedWithSlug(params.slug);
    if (!article) throw new AppError("help.error.article_not_found");
    const categoryOf = await categoriesOf([article], categories);
    return { ...listedArticle(article, categoryOf(article)), content: article.content };
  });
