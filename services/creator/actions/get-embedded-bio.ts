import { implement } from "#libs/contract-kit/implement.ts";
import { getEmbeddedBio } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { requirePublicPage } from "../bio/require-public-page.ts";
import type { Deps } from "../deps.ts";

/** GET /bio/{username}/embed: the public page of creators who allow other sites to embed it (spec 2.3). */
export const getEmbeddedBioAction = (deps: Deps) =>
  implement(getEmbeddedBio, async ({ params }) => {
    const { page, view } = await requirePublicPage(deps, params.username);
    if (!page.embedEnabled) throw new AppError("bio.error.not_found");
    return view;
  });
