import { implement } from "#libs/contract-kit/implement.ts";
import { getEmbeddedBio } from "#libs/contracts/creator-embed.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { publicPageOf } from "../public-page-of.ts";

/** GET /bio/{username}/embed: only where the creator allows it (spec 2.3). */
export const getEmbeddedBioAction = (deps: Deps) =>
  implement(getEmbeddedBio, async ({ params }) => {
    const { page, view } = await publicPageOf(deps, params.username);
    if (!page.embedEnabled) throw new AppError("bio.error.not_found");
    return view;
  });
