import { implement } from "#libs/contract-kit/implement.ts";
import { removeLink } from "#libs/contracts/creator-link.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";

/** DELETE /creators/{creatorId}/links/{linkId}: the links behind it move up. */
export const removeLinkAction = (deps: Deps) =>
  implement(removeLink, async ({ params, caller, requestId }) => {
    const { creatorId, linkId } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    await deps.transaction(async (tx) => {
      await deps.bioPages.claimLinks(tx, creatorId, { by: -1 });
      const removed = await deps.links.remove(tx, creatorId, linkId);
      if (!removed) throw new AppError("creator.link.not_found");
      const line = { actor: caller.userId, action: "creator.removeLink", target: creatorId };
      await deps.audit.add(tx, { ...line, details: { linkId, kind: removed.kind }, requestId });
    });
  });
