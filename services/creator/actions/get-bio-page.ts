import { implement } from "#libs/contract-kit/implement.ts";
import { getBioPage } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { bioPageView } from "../views/bio-page-view.ts";

/** GET /creators/{creatorId}/bio */
export const getBioPageAction = ({ profiles, bioPages }: Pick<Deps, "profiles" | "bioPages">) =>
  implement(getBioPage, async ({ params, caller }) => {
    await requireOwnProfile(profiles, caller.userId, params.creatorId);
    const page = await bioPages.findByCreator(params.creatorId);
    if (!page) throw new AppError("creator.error.not_owner");
    return bioPageView(page);
  });
