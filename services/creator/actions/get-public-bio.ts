import { implement } from "#libs/contract-kit/implement.ts";
import { getPublicBio } from "#libs/contracts/creator.ts";
import type { Deps } from "../deps.ts";
import { publicPageOf } from "../public-page-of.ts";

/** GET /bio/{username} */
export const getPublicBioAction = (deps: Deps) =>
  implement(getPublicBio, async ({ params }) => (await publicPageOf(deps, params.username)).view);
