import { implement } from "#libs/contract-kit/implement.ts";
import { listEditedCategories } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { categoryView } from "../help-category-view.ts";

/** GET /admin/help/categories */
export const listEditedCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listEditedCategories, async () => (await categories.all()).map(categoryView));
