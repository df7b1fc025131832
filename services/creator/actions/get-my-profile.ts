import { implement } from "#libs/contract-kit/implement.ts";
import { getMyProfile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { profileView } from "../views/profile-view.ts";

/** GET /creators/me */
export const getMyProfileAction = ({ profiles, packages, config }: Pick<Deps, "profiles" | "packages" | "config">) =>
  implement(getMyProfile, async ({ caller }) => {
    const profile = await profiles.findByUser(caller.userId);
    if (!profile) throw new AppError("creator.error.profile_not_found");
    return profileView(profile, await packages.findActive(profile._id), config.read("site.public_host"));
  });
