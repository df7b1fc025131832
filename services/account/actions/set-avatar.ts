import { implement } from "#libs/contract-kit/implement.ts";
import { setAvatar } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type PictureDeps, storeAvatar } from "../pictures/avatar.ts";

/** PUT /auth/me/avatar */
export const setAvatarAction = (deps: PictureDeps) =>
  implement(setAvatar, async ({ params: { picture }, caller }) => {
    const user = await storeAvatar(deps, caller.userId, picture);
    if (!user?.avatarUrl) throw new AppError("error.unauthorized");
    return { avatarUrl: user.avatarUrl };
  });
