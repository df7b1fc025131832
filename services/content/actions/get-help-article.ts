import { implement } from "#libs/contract-kit/implement.ts";
import { getHelpArticle } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sanitizeHtml } from "#libs/platform/html/sanitize-html.ts";
import type { Deps } from "../deps.ts";
import { categoriesOf } from "../help/categories-of.ts";
import { publicArticleRowView } from "../views/help-view.ts";

/** GET /public/help/articles/{slug} (spec 4.11) */
export const getHelpArticleAction = ({ articles, categories }: Pick<Deps, "articles" | "categories">) =>
  implement(getHelpArticle, async ({ params }) => {
    const article = await articles.findPublished(params.slug);
    if (!article) throw new AppError("help.error.article_not_found");
    const categoryOf = await categoriesOf([article], categories);
    return { ...publicArticleRowView(article, categoryOf(article)), locale: article.locale, content: sanitizeHtml(article.content) };
  });
