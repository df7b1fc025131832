import type { Ask } from "#libs/contract-kit/neighbours.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { NewUpgradeSaga } from "../data/upgrade-saga.store.ts";
import type { Deps } from "../deps.ts";
import { undoUpgrade } from "./undo-upgrade.ts";

/** All in milliseconds. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 25;

/**
 * Opens the saga of a user. Throws already_creator when there is a profile, also when it comes into being meanwhile: who
 * is second waits for the first one's end, because a failed upgrade leaves no creator. An end that does not come (the process or the
 * store of the first one went away) is service_unavailable until the job has brought it about.
 */
export async function beginUpgrade(deps: Deps, ask: Ask, request: Omit<NewUpgradeSaga, "_id">): Promise<NewUpgradeSaga> {
  const { userId } = request;
  const saga = { ...request, _id: uuid() };
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    await refuseCreator(deps, userId);
    if (await deps.sagas.begin(saga, deps.clock.now())) break;
    const other = await deps.sagas.openOf(userId);
    if (other?.status === "UNDOING") await undoUpgrade(deps, ask, other);
    else if (performance.now() > until) throw new AppError("error.service_unavailable");
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
