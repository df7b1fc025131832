import { implement } from "#libs/contract-kit/implement.ts";
import { getVacation } from "#libs/contracts/creator.ts";
import type { Deps } from "../deps.ts";
import { ownProfile } from "../own-profile.ts";

/** GET /creators/{creatorId}/vacation */
export const getVacationAction = ({ profiles }: Deps) =>
  implement(getVacation, async ({ params, caller }) => {
    const { creatorStatus, vacationMode, vacationStart, vacationEnd } = await ownProfile(profiles, caller.userId, params.creatorId);
    return {
      creatorStatus,
      vacationMode,
      vacationStart: vacationStart?.toISOString() ?? null,
      vacationEnd: vacationEnd?.toISOString() ?? null,
    };
  });
