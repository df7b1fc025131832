import { implement } from "#libs/contract-kit/implement.ts";
import { removeHelpCategory } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** DELETE /admin/help/categories/{categoryId} */
export const removeHelpCategoryAction = ({ audit, categories, published, transaction }: Deps) =>
  implement(removeHelpCategory, async (ctx) => {
    const { categoryId } = ctx.params;
    await transaction(async (tx) => {
      const outcome = await categories.delete(tx, categoryId);
      if (outcome === "unknown") throw new AppError("help.error.category_not_found");
      if (outcome === "in use") throw new AppError("help.error.category_in_use");
      const line = { actor: ctx.caller.userId, action: "content.removeHelpCategory", target: categoryId } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, requestId: ctx.requestId });
    });
  });
