import { implement } from "#libs/contract-kit/implement.ts";
import { getEditedArticle } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { categoriesOf } from "../help/categories-of.ts";
import { editorArticleView } from "../views/help-view.ts";

/** GET /admin/help/articles/{articleId} */
export const getEditedArticleAction = ({ articles, categories }: Pick<Deps, "articles" | "categories">) =>
  implement(getEditedArticle, async ({ params }) => {
    const article = await articles.find(params.articleId);
    if (!article) throw new AppError("help.error.article_not_found");
    const categoryOf = await categoriesOf([article], categories);
    return editorArticleView(article, categoryOf(article));
  });
