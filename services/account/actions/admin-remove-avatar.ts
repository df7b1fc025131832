import { implement } from "#libs/contract-kit/implement.ts";
import { adminRemoveAvatar } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { type PictureDeps, retireAvatar } from "../pictures/avatar.ts";

/** DELETE /admin/users/{userId}/avatar */
export const adminRemoveAvatarAction = (deps: PictureDeps & Pick<Deps, "audit">) =>
  implement(adminRemoveAvatar, async ({ params: { userId, reason }, caller, requestId }) => {
    await deps.transaction(async (tx) => {
      const before = await deps.users.find(userId, tx);
      if (!before) throw new AppError("error.user.not_found");
      requireAuthorityOver(caller, before);
      await retireAvatar(deps, tx, userId);
      const details = { reason };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.avatar_removed", target: userId, details, requestId });
    });
  });
