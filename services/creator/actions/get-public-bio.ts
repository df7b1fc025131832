import { implement } from "#libs/contract-kit/implement.ts";
import { getPublicBio } from "#libs/contracts/creator/index.ts";
import { requirePublicPage } from "../bio/require-public-page.ts";
import type { Deps } from "../deps.ts";

/** GET /bio/{username} */
export const getPublicBioAction = (deps: Deps) =>
  implement(getPublicBio, async ({ params }) => (await requirePublicPage(deps, params.username)).view);
