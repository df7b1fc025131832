import { implement } from "#libs/contract-kit/implement.ts";
import { removeAvatar } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type PictureDeps, retireAvatar } from "../pictures/avatar.ts";

/** DELETE /auth/me/avatar */
export const removeAvatarAction = (deps: PictureDeps) =>
  implement(removeAvatar, async ({ caller }) => {
    if (!(await deps.transaction((tx) => retireAvatar(deps, tx, caller.userId)))) throw new AppError("error.unauthorized");
  });
