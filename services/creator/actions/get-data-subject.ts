import { implement } from "#libs/contract-kit/implement.ts";
import { getDataSubject } from "#libs/contracts/personal-data.ts";
import type { Deps } from "../deps.ts";

/** Internal: the ids under which other services store data about a user's creator profile and page. */
export const getDataSubjectAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getDataSubject, async ({ params }) => {
    const profile = await profiles.findByUser(params.userId);
    return { creatorId: profile?._id ?? null, bioPageIds: profile ? [profile.bioPageId] : [] };
  });
