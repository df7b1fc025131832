import { implement } from "#libs/contract-kit/implement.ts";
import { addLink } from "#libs/contracts/creator-link.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { BioLink } from "../data/bio-link.model.ts";
import type { Deps } from "../deps.ts";
import { FRESH_LINK, linkAfter } from "../link-fields.ts";
import { linkView } from "../link-view.ts";
import { ownProfile } from "../own-profile.ts";

/** POST /creators/{creatorId}/links: at the end of the page. */
export const addLinkAction = (deps: Deps) =>
  implement(addLink, async ({ params, caller, requestId }) => {
    const { creatorId, kind, ...wish } = params;
    await ownProfile(deps.profiles, caller.userId, creatorId);
    const state = linkAfter(kind, FRESH_LINK, wish);
    const maximum = deps.config.read("creator.max_links");
    const now = deps.clock.now();
    return deps.transaction(async (tx) => {
      const page = await deps.bioPages.claimLinks(tx, creatorId, { by: 1, most: maximum });
      if (!page) throw new AppError("creator.link.limit_reached", { maximum });
      const place = { _id: uuid(), creatorId, bioPageId: page._id, order: page.links };
      const link: BioLink = { ...place, kind, ...state, clicks: 0, createdAt: now, updatedAt: now };
      await deps.links.insert(tx, link);
      const line = { actor: caller.userId, action: "creator.addLink", target: creatorId };
      await deps.audit.add(tx, { ...line, details: { linkId: link._id, kind }, requestId });
      return linkView(link);
    });
  });
