import { implement } from "#libs/contract-kit/implement.ts";
import { updateHelpCategory } from "#libs/contracts/content.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import type { Deps } from "../deps.ts";
import { categoryView } from "../help-category-view.ts";
import { orSlugTaken } from "../slug-taken.ts";

/** PATCH /admin/help/categories/{categoryId}: only the fields that are sent. */
export const updateHelpCategoryAction = ({ audit, categories, clock, transaction }: Deps) =>
  implement(updateHelpCategory, async (ctx) => {
    const { categoryId, ...fields } = ctx.params;
    return transaction(async (tx) => {
      const category = await orSlugTaken(categories.change(tx, categoryId, { ...given(fields), updatedAt: clock.now() }));
      if (!category) throw new AppError("help.error.category_not_found");
      const line = { actor: ctx.caller.userId, action: "content.updateHelpCategory", target: categoryId };
      await audit.add(tx, { ...line, requestId: ctx.requestId });
      return categoryView(category);
    });
  });
