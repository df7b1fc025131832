import { implement } from "#libs/contract-kit/implement.ts";
import { listSocials } from "#libs/contracts/creator-socials.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";
import { socialView } from "../social-view.ts";

/** GET /creators/{creatorId}/socials */
export const listSocialsAction = ({ profiles, socials }: Pick<Deps, "profiles" | "socials">) =>
  implement(listSocials, async ({ params: { creatorId }, caller }) => {
    await ownProfile(profiles, caller.userId, creatorId);
    return (await socials.ofCreator(creatorId)).map(socialView);
  });
