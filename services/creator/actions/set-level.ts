import { implement } from "#libs/contract-kit/implement.ts";
import { setLevel } from "#libs/contracts/creator/index.ts";
import type { Deps } from "../deps.ts";
import { changeLevel } from "../levels/change-level.ts";
import { requireProfileForAdmin } from "../profile/require-profile.ts";
import { retryOnConflict } from "../profile/retry-on-conflict.ts";

/** PATCH /admin/creators/{creatorId}/level */
export const setLevelAction = (deps: Deps) =>
  implement(setLevel, async ({ params, caller, requestId }) => {
    const { creatorId, level, pinned } = params;
    const attempt = async () => {
      const profile = await requireProfileForAdmin(deps.profiles, creatorId, caller.userId);
      const change = { level, levelPinned: pinned ?? profile.levelPinned };
      const cause = { actor: caller.userId, by: "ADMIN", requestId } as const;
      return deps.transaction((tx) => changeLevel(deps, tx, profile, change, cause));
    };
    await deps.mutex(creatorId, () => retryOnConflict(attempt));
  });
