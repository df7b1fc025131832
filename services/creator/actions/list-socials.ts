import { implement } from "#libs/contract-kit/implement.ts";
import { listSocials } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { socialView } from "../views/social-view.ts";

/** GET /creators/{creatorId}/socials */
export const listSocialsAction = ({ profiles, socials }: Pick<Deps, "profiles" | "socials">) =>
  implement(listSocials, async ({ params: { creatorId }, caller }) => {
    await requireOwnProfile(profiles, caller.userId, creatorId);
    return (await socials.listByCreator(creatorId)).map(socialView);
  });
