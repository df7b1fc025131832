import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { UpgradeSaga } from "../data/upgrade-saga.model.ts";
import type { Ask, Deps } from "../deps.ts";
import { undoUpgrade } from "./undo-upgrade.ts";

/** All in milliseconds. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 25;

/**
 * Opens the saga of a user. Throws already_creator when there is a profile, also when it comes into being meanwhile: who
 * is second waits for the first one's end, because a failed upgrade leaves no creator.
 */
export async function beginUpgrade(deps: Deps, ask: Ask, userId: string): Promise<Pick<UpgradeSaga, "_id" | "userId">> {
  const saga = { _id: uuid(), userId };
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    await refuseCreator(deps, userId);
    if (await deps.sagas.begin(saga, deps.clock.now())) break;
    const other = await deps.sagas.openOf(userId);
    if (other?.status === "UNDOING") await undoUpgrade(deps, ask, other);
    else if (performance.now() > until) throw new AppError("creator.upgrade.already_creator");
    else await wait(LOOK_MS);
  }
  // Another upgrade may have been finished between the look and the begin; from here on none can begin.
  await refuseCreator(deps, userId).catch(async (error: unknown) => {
    await deps.sagas.refuse(saga._id, deps.clock.now());
    throw error;
  });
  return saga;
}

async function refuseCreator({ profiles }: Deps, userId: string): Promise<void> {
  if (await profiles.byUserId(userId)) throw new AppError("creator.upgrade.already_creator");
}
