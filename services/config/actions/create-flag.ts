import { implement } from "#libs/contract-kit/implement.ts";
import { createFlag } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { commitChange } from "../changes/commit-change.ts";
import type { Deps } from "../deps.ts";
import { type ChangeAuthor, FLAGS, toggleChange } from "../domain/change.ts";
import { flagView } from "../views/toggle-view.ts";

/** POST /admin/config/flags. The unique key decides when two requests create one flag at the same time. */
export const createFlagAction = (deps: Deps) =>
  implement(createFlag, async (ctx) => {
    const { key, enabled, description = null } = ctx.params;
    const flagBy = (author: ChangeAuthor) => ({ _id: key, enabled, description, createdAt: author.updatedAt, ...author });
    const author = await commitChange(ctx, deps, async (tx, by) => {
      if (!(await deps.flags.insert(tx, flagBy(by)))) throw new AppError("config.error.flag_exists", { key });
      return toggleChange(FLAGS, { name: key, action: "CREATE", oldValue: null, newValue: enabled });
    });
    return flagView(flagBy(author));
  });
