import { implement } from "#libs/contract-kit/implement.ts";
import { updateLink } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { linkAfter } from "../bio/link-after.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { linkView } from "../views/link-view.ts";

/** PATCH /creators/{creatorId}/links/{linkId}: changes the given fields; the resulting link must be valid for its kind. */
export const updateLinkAction = (deps: Deps) =>
  implement(updateLink, async ({ params, caller, requestId }) => {
    const { creatorId, linkId, ...change } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    return deps.transaction(async (tx) => {
      const before = await deps.links.findByCreator(tx, creatorId, linkId);
      if (!before) throw new AppError("creator.link.not_found");
      const after = linkAfter(before.kind, before, change, deps.config.read("site.public_host"));
      const link = await deps.links.update(tx, linkId, after, deps.clock.now());
      if (!link) throw new AppError("creator.link.not_found");
      const line = { actor: caller.userId, action: "creator.updateLink", target: creatorId } as const;
      await deps.audit.add(tx, { ...line, details: { linkId, fields: Object.keys(change) }, requestId });
      return linkView(link);
    });
  });
