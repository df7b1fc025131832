import { implement } from "#libs/contract-kit/implement.ts";
import { listLinks } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { linkView } from "../views/link-view.ts";

/** GET /creators/{creatorId}/links */
export const listLinksAction = ({ profiles, links }: Pick<Deps, "profiles" | "links">) =>
  implement(listLinks, async ({ params, caller }) => {
    await requireOwnProfile(profiles, caller.userId, params.creatorId);
    return (await links.listByCreator(params.creatorId)).map(linkView);
  });
