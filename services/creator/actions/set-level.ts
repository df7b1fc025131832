import { implement } from "#libs/contract-kit/implement.ts";
import { setLevel } from "#libs/contracts/creator-level.ts";
import { decidedAnew } from "../decided-anew.ts";
import type { Deps } from "../deps.ts";
import { knownProfile } from "../known-profile.ts";
import { changeLevel } from "../levels/change-level.ts";

/** PATCH /admin/creators/{creatorId}/level */
export const setLevelAction = (deps: Deps) =>
  implement(setLevel, async ({ params, caller, requestId }) => {
    const { creatorId, level, pinned } = params;
    await decidedAnew(async () => {
      const profile = await knownProfile(deps.profiles, creatorId, caller.userId);
      const change = { level, levelPinned: pinned ?? profile.levelPinned };
      const author = { actor: caller.userId, by: "ADMIN", requestId } as const;
      return deps.transaction((tx) => changeLevel(deps, tx, profile, change, author));
    });
  });
