import { implement } from "#libs/contract-kit/implement.ts";
import { listLinks } from "#libs/contracts/creator-link.ts";
import type { Deps } from "../deps.ts";
import { linkView } from "../link-view.ts";
import { ownProfile } from "../own-profile.ts";

/** GET /creators/{creatorId}/links */
export const listLinksAction = ({ profiles, links }: Deps) =>
  implement(listLinks, async ({ params, caller }) => {
    await ownProfile(profiles, caller.userId, params.creatorId);
    return (await links.ofCreator(params.creatorId)).map(linkView);
  });
