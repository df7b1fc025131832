import { implement } from "#libs/contract-kit/implement.ts";
import { listEditedCategories, listHelpCategories } from "#libs/contracts/content.ts";
import type { HelpCategoryDoc } from "../data/help-category.model.ts";
import type { Deps } from "../deps.ts";

/** GET /public/help/categories */
export const listHelpCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listHelpCategories, async () =>
    (await categories.all()).map(({ name, slug, description, icon }) => ({ name, slug, description, icon })),
  );

/** GET /admin/help/categories */
export const listEditedCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listEditedCategories, async () => (await categories.all()).map(categoryView));

export function categoryView({ _id, createdAt, updatedAt, ...category }: HelpCategoryDoc) {
  return { id: _id, ...category, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
