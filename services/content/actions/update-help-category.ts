import { implement } from "#libs/contract-kit/implement.ts";
import { updateHelpCategory } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { given } from "#libs/kernel/given-fields.ts";
import type { Deps } from "../deps.ts";
import { orSlugTaken } from "../help/or-slug-taken.ts";
import { editorCategoryView } from "../views/help-view.ts";

/** PATCH /admin/help/categories/{categoryId}: changes the fields that are sent; null clears a field. */
export const updateHelpCategoryAction = ({ audit, categories, clock, published, transaction }: Deps) =>
  implement(updateHelpCategory, async (ctx) => {
    const { categoryId, ...fields } = ctx.params;
    return transaction(async (tx) => {
      const category = await orSlugTaken(categories.update(tx, categoryId, { ...given(fields), updatedAt: clock.now() }));
      if (!category) throw new AppError("help.error.category_not_found");
      const line = { actor: ctx.caller.userId, action: "content.updateHelpCategory", target: categoryId } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, requestId: ctx.requestId });
      return editorCategoryView(category);
    });
  });
