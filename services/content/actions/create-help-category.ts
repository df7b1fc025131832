import { implement } from "#libs/contract-kit/implement.ts";
import { createHelpCategory, MAX_CATEGORIES } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import { orSlugTaken } from "../help/or-slug-taken.ts";
import { editorCategoryView } from "../views/help-view.ts";

/** POST /admin/help/categories */
export const createHelpCategoryAction = ({ audit, categories, clock, published, transaction }: Deps) =>
  implement(createHelpCategory, async (ctx) => {
    const { name, slug, description = null, icon = null, order = 0 } = ctx.params;
    const now = clock.now();
    const category = { _id: uuid(), name, slug, description, icon, order, articles: 0, createdAt: now, updatedAt: now };
    await transaction(async (tx) => {
      if ((await categories.count.inTransaction(tx)) >= MAX_CATEGORIES) throw new AppError("help.error.too_many_categories");
      await orSlugTaken(categories.insert(tx, category));
      const line = { actor: ctx.caller.userId, action: "content.createHelpCategory", target: category._id } as const;
      await published.changeIn(tx);
      await audit.add(tx, { ...line, requestId: ctx.requestId });
    });
    return editorCategoryView(category);
  });
