import { implement } from "#libs/contract-kit/implement.ts";
import { addLink } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { linkAfter, NEW_LINK } from "../bio/link-after.ts";
import type { BioLinkDoc } from "../data/bio-link.model.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { linkView } from "../views/link-view.ts";

/** POST /creators/{creatorId}/links: adds a link at the end of the page. */
export const addLinkAction = (deps: Deps) =>
  implement(addLink, async ({ params, caller, requestId }) => {
    const { creatorId, kind, ...fields } = params;
    await requireOwnProfile(deps.profiles, caller.userId, creatorId);
    const state = linkAfter(kind, NEW_LINK, fields, deps.config.read("site.public_host"));
    const maximum = deps.config.read("creator.max_links");
    const now = deps.clock.now();
    return deps.transaction(async (tx) => {
      const page = await deps.bioPages.claimLinks(tx, creatorId, { by: 1, maximum });
      if (!page) throw new AppError("creator.link.limit_reached", { maximum });
      const link: BioLinkDoc = {
        ...{ _id: uuid(), creatorId, bioPageId: page._id, kind, order: page.links },
        ...state,
        ...{ clicks: 0, createdAt: now, updatedAt: now },
      };
      await deps.links.insert(tx, link);
      const line = { actor: caller.userId, action: "creator.addLink", target: creatorId } as const;
      await deps.audit.add(tx, { ...line, details: { linkId: link._id, kind }, requestId });
      return linkView(link);
    });
  });
