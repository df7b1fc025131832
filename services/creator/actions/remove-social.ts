import { implement } from "#libs/contract-kit/implement.ts";
import { removeSocial } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";

/** DELETE /creators/{creatorId}/socials/{socialId} */
export const removeSocialAction = ({ profiles, socials, audit, transaction }: Deps) =>
  implement(removeSocial, async ({ params: { creatorId, socialId }, caller, requestId }) => {
    await requireOwnProfile(profiles, caller.userId, creatorId);
    await transaction(async (tx) => {
      if (!(await socials.delete(tx, creatorId, socialId))) throw new AppError("creator.social.not_found");
      const line = {
        actor: caller.userId,
        action: "creator.removeSocial",
        target: creatorId,
        details: { id: socialId },
        requestId,
      } as const;
      await audit.add(tx, line);
    });
  });
