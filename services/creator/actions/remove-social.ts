import { implement } from "#libs/contract-kit/implement.ts";
import { removeSocial } from "#libs/contracts/creator-socials.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";

/** DELETE /creators/{creatorId}/socials/{socialId} */
export const removeSocialAction = ({ profiles, socials, audit, transaction }: Deps) =>
  implement(removeSocial, async ({ params: { creatorId, socialId }, caller, requestId }) => {
    await ownProfile(profiles, caller.userId, creatorId);
    await transaction(async (tx) => {
      if (!(await socials.remove(tx, creatorId, socialId))) throw new AppError("creator.social.not_found");
      const line = { actor: caller.userId, action: "creator.removeSocial", target: creatorId, details: { id: socialId }, requestId };
      await audit.add(tx, line);
    });
  });
