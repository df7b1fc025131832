import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { UpgradeSagaDoc } from "../data/upgrade-saga.model.ts";
import type { Deps } from "../deps.ts";
import { releaseIdentity, settleIdentity } from "./creator-identity.ts";

/** Longer than any request runs, and shorter than the 30 seconds in which every upgrade has to end. */
const ABANDONED_AFTER_MS = 15 * SECOND;
const UNSETTLED_AFTER_MS = 2 * SECOND;
const BATCH_SIZE = 100;

/** The recovery job: undoes or settles the upgrades that a crash or an unavailable account service left unfinished. */
export async function finishUpgrades(deps: Deps): Promise<void> {
  if (!(await deps.sagas.hasUnfinished())) return;
  const now = deps.clock.now();
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  // A clock that is a little fast does not make an upgrade abandoned. One dated far ahead counts as abandoned, like one as far in the past.
  const abandoned = await deps.sagas.listAbandoned(after(-ABANDONED_AFTER_MS), after(ABANDONED_AFTER_MS), BATCH_SIZE);
  for (const { _id } of abandoned) await deps.sagas.startUndo(_id, now);
  for (const saga of await deps.sagas.listUndoing(BATCH_SIZE)) {
    await attempt(deps, "undo an upgrade", saga, () => releaseIdentity(deps, deps.services.call, saga));
  }
  for (const saga of await deps.sagas.listUnsettled(after(-UNSETTLED_AFTER_MS), now, BATCH_SIZE)) {
    await attempt(deps, "settle the identity of a creator", saga, () => settleIdentity(deps, deps.services.call, saga));
  }
}

/** A saga that fails keeps no other one waiting. */
async function attempt({ clock, logger, sagas }: Deps, what: string, saga: UpgradeSagaDoc, work: () => Promise<void>): Promise<void> {
  await bestEffort(logger, what, async () => {
    try {
      await work();
    } catch (error) {
      await sagas.postpone(saga, clock.now());
      throw error;
    }
  });
}
