import { implement } from "#libs/contract-kit/implement.ts";
import { getDataSubject } from "#libs/contracts/personal-data.ts";
import type { Deps } from "../deps.ts";

/** Internal: under which ids the analytics of a user's page are kept. */
export const getDataSubjectAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getDataSubject, async ({ params }) => {
    const profile = await profiles.byUserId(params.userId);
    return { creatorId: profile?._id ?? null, bioPageIds: profile ? [profile.bioPageId] : [] };
  });
