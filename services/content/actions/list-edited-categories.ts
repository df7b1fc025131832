import { implement } from "#libs/contract-kit/implement.ts";
import { listEditedCategories } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { editorCategoryView } from "../views/help-view.ts";

/** GET /admin/help/categories: all categories, with the fields that editors see */
export const listEditedCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listEditedCategories, async () => (await categories.list()).map(editorCategoryView));
