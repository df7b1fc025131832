import { implement } from "#libs/contract-kit/implement.ts";
import { getBioPage } from "#libs/contracts/creator-bio.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bioPageView } from "../bio-page-view.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";

/** GET /creators/{creatorId}/bio */
export const getBioPageAction = ({ profiles, bioPages }: Deps) =>
  implement(getBioPage, async ({ params, caller }) => {
    await ownProfile(profiles, caller.userId, params.creatorId);
    const page = await bioPages.byCreator(params.creatorId);
    if (!page) throw new AppError("creator.error.not_owner");
    return bioPageView(page);
  });
