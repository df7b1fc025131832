import type { CallService } from "#libs/contract-kit/service-client.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { wait } from "#libs/kernel/wait.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { NewUpgradeSaga } from "../data/upgrade-saga.store.ts";
import type { Deps } from "../deps.ts";
import { releaseIdentity } from "./creator-identity.ts";

/** Longest wait of a request for another upgrade of the same user: first for the mutex of this process, then for other processes. */
const MAX_WAIT_MS = 3_000;
const POLL_MS = 25;

/**
 * Runs one upgrade of a user at a time in this process. Throws service_unavailable when the earlier ones do not end in time, and then never
 * begins.
 */
export async function inTurn<T>({ mutex }: Pick<Deps, "mutex">, userId: string, run: () => Promise<T>): Promise<T> {
  const begun = Promise.withResolvers<void>();
  let gaveUp = false;
  const outcome = mutex(userId, async () => {
    if (gaveUp) throw new AppError("error.service_unavailable");
    begun.resolve();
    return run();
  });
  await withDeadline(Promise.race([begun.promise, outcome]), MAX_WAIT_MS, () => {
    gaveUp = true;
  });
  if (!gaveUp) return outcome;
  outcome.catch(() => undefined);
  throw new AppError("error.service_unavailable");
}

/**
 * Opens the upgrade saga of a user. Throws already_creator when the user has a profile. Waits for another running upgrade of the user,
 * which may fail and leave no creator. Throws service_unavailable when that does not end in time, because its process or the database
 * failed. The recovery job will finish it.
 */
export async function beginUpgrade(deps: Deps, call: CallService, request: Omit<NewUpgradeSaga, "_id">): Promise<NewUpgradeSaga> {
  const { userId } = request;
  const saga = { ...request, _id: uuid() };
  const deadline = elapsedMs() + MAX_WAIT_MS;
  for (;;) {
    await refuseCreator(deps, userId);
    // Read first: an insert would wait inside the database for the transaction that ends the other saga, and occupy a connection.
    const other = await deps.sagas.findOpen(userId);
    if (!other && (await deps.sagas.insert(saga, deps.clock.now()))) break;
    if (other?.status === "UNDOING") await releaseIdentity(deps, call, other);
    else if (elapsedMs() > deadline) throw new AppError("error.service_unavailable");
    else await wait(POLL_MS);
  }
  // The other upgrade may have ended between the check and the insert. From now on no other one can begin.
  await refuseCreator(deps, userId).catch(async (error: unknown) => {
    await deps.sagas.refuse(saga._id, deps.clock.now());
    throw error;
  });
  return saga;
}

async function refuseCreator({ profiles }: Deps, userId: string): Promise<void> {
  if (await profiles.findByUser(userId)) throw new AppError("creator.upgrade.already_creator");
}
