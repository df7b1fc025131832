import { implement } from "#libs/contract-kit/implement.ts";
import { createFlag } from "#libs/contracts/config.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Author, commitChange } from "../commit-change.ts";
import type { Deps } from "../deps.ts";
import { FLAGS, toggleChange } from "../domain/change.ts";
import { flagView } from "../flag-view.ts";

/** POST /admin/config/flags: the unique key decides between two creations at the same time. */
export const createFlagAction = (deps: Deps) =>
  implement(createFlag, async (ctx) => {
    const { key, enabled, description = null } = ctx.params;
    const flagBy = (author: Author) => ({ _id: key, enabled, description, createdAt: author.updatedAt, ...author });
    const author = await commitChange(ctx, deps, async (tx, by) => {
      if (!(await deps.flags.insert(tx, flagBy(by)))) throw new AppError("config.error.flag_exists", { key });
      return toggleChange(FLAGS, { name: key, action: "CREATE", oldValue: null, newValue: enabled });
    });
    return flagView(flagBy(author));
  });
