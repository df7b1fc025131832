import { implement } from "#libs/contract-kit/implement.ts";
import { getMyProfile } from "#libs/contracts/creator.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { profileView } from "../profile-view.ts";

/** GET /creators/me */
export const getMyProfileAction = ({ profiles, packages, config }: Deps) =>
  implement(getMyProfile, async ({ caller }) => {
    const profile = await profiles.byUserId(caller.userId);
    if (!profile) throw new AppError("creator.error.profile_not_found");
    return profileView(profile, await packages.active(profile._id), config.read("site.public_host"));
  });
