import { implement } from "#libs/contract-kit/implement.ts";
import { getVacation } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { requireOwnProfile } from "../profile/require-profile.ts";
import { vacationView } from "../views/vacation-view.ts";

/** GET /creators/{creatorId}/vacation */
export const getVacationAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getVacation, async ({ params, caller }) => vacationView(await requireOwnProfile(profiles, caller.userId, params.creatorId)));
