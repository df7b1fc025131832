import { implement } from "#libs/contract-kit/implement.ts";
import { listHelpArticles } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { needleOf } from "../domain/help-article.ts";
import { categoriesOf } from "../help/categories-of.ts";
import { publicArticleRowView } from "../views/help-view.ts";

/** GET /public/help/articles (spec 4.11) */
export const listHelpArticlesAction = ({ articles, categories }: Pick<Deps, "articles" | "categories">) =>
  implement(listHelpArticles, async ({ params }) => {
    const { category: slug, search, featured, locale } = params;
    const category = slug ? await categories.findBySlug(slug) : null;
    const needle = search ? needleOf(search) : null;
    if ((slug && !category) || (search && needle === null)) return pageOf([], 0, params);
    const filter = { categoryId: category?._id ?? null, locale: locale || null, featured: featured === "true", needle };
    const { rows, total } = await articles.listPublished(filter, params);
    const categoryOf = await categoriesOf(rows, categories);
    return pageOf(
      rows.map((row) => publicArticleRowView(row, categoryOf(row))),
      total,
      params,
    );
  });
