import { implement } from "#libs/contract-kit/implement.ts";
import { listEditedArticles } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { categoriesOf } from "../help/categories-of.ts";
import { editorArticleRowView } from "../views/help-view.ts";

/** GET /admin/help/articles */
export const listEditedArticlesAction = ({ articles, categories }: Pick<Deps, "articles" | "categories">) =>
  implement(listEditedArticles, async ({ params }) => {
    const { rows, total } = await articles.listForEditors(params.status ?? null, params);
    const categoryOf = await categoriesOf(rows, categories);
    return pageOf(
      rows.map((row) => editorArticleRowView(row, categoryOf(row))),
      total,
      params,
    );
  });
