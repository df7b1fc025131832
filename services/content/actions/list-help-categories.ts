import { implement } from "#libs/contract-kit/implement.ts";
import { listHelpCategories } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";

/** GET /public/help/categories */
export const listHelpCategoriesAction = ({ categories }: Pick<Deps, "categories">) =>
  implement(listHelpCategories, async () =>
    (await categories.all()).map(({ name, slug, description, icon }) => ({ name, slug, description, icon })),
  );
