import { implement } from "#libs/contract-kit/implement.ts";
import { removeLink } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";

/** DELETE /creators/{creatorId}/links/{linkId}: the following links move up. */
export const removeLinkAction = (deps: Deps) =>
  implement(removeLink, async ({ params, caller, requestId }) => {
    const { creatorId, linkId } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    await deps.transaction(async (tx) => {
      await deps.bioPages.claimLinks(tx, creatorId, { by: -1 });
      const deleted = await deps.links.delete(tx, creatorId, linkId);
      if (!deleted) throw new AppError("creator.link.not_found");
      const line = { actor: caller.userId, action: "creator.removeLink", target: creatorId } as const;
      await deps.audit.add(tx, { ...line, details: { linkId, kind: deleted.kind }, requestId });
    });
  });
