import { implement } from "#libs/contract-kit/implement.ts";
import { listHelpCategories } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { publicCategoryView } from "../views/help-view.ts";

/** GET /public/help/categories */
export const listHelpCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listHelpCategories, async () => (await categories.list()).map(publicCategoryView));
