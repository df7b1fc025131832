import { implement } from "#libs/contract-kit/implement.ts";
import { setLevel } from "#libs/contracts/creator-level.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { knownProfile } from "../known-profile.ts";
import { changeLevel } from "../levels/change-level.ts";

/** A review may change the level at the same time, but not that often. */
const ATTEMPTS = 5;

/** PATCH /admin/creators/{creatorId}/level */
export const setLevelAction = (deps: Deps) =>
  implement(setLevel, async ({ params, caller, requestId }) => {
    const { creatorId, level, pinned } = params;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const profile = await knownProfile(deps.profiles, creatorId, caller.userId);
      const change = { level, levelPinned: pinned ?? profile.levelPinned };
      const author = { actor: caller.userId, by: "ADMIN", requestId } as const;
      if (await deps.transaction((tx) => changeLevel(deps, tx, profile, change, author))) return;
    }
    throw new AppError("error.conflict");
  });
