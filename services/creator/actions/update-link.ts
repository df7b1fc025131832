import { implement } from "#libs/contract-kit/implement.ts";
import { updateLink } from "#libs/contracts/creator-link.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { linkAfter } from "../link-fields.ts";
import { linkView } from "../link-view.ts";
import { ownProfile } from "../own-profile.ts";

/** PATCH /creators/{creatorId}/links/{linkId}: the fields that are sent; the whole must fit its kind. */
export const updateLinkAction = (deps: Deps) =>
  implement(updateLink, async ({ params, caller, requestId }) => {
    const { creatorId, linkId, ...wish } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    return deps.transaction(async (tx) => {
      const before = await deps.links.own(tx, creatorId, linkId);
      if (!before) throw new AppError("creator.link.not_found");
      const link = await deps.links.change(tx, linkId, linkAfter(before.kind, before, wish), deps.clock.now());
      if (!link) throw new AppError("creator.link.not_found");
      const line = { actor: caller.userId, action: "creator.updateLink", target: creatorId };
      await deps.audit.add(tx, { ...line, details: { linkId, fields: Object.keys(wish) }, requestId });
      return linkView(link);
    });
  });
