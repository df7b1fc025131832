import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { settleUpgrade } from "./settle-upgrade.ts";
import { undoUpgrade } from "./undo-upgrade.ts";

/** Longer than any request lives, shorter than the half minute in which every upgrade has an end. */
const ABANDONED_MS = 15 * SECOND;
const UNSETTLED_MS = 2 * SECOND;
const BATCH = 100;

/** Brings what a crash or an absent neighbour has left behind to an end: an upgrade is whole, or nothing of it is left. */
export async function finishUpgrades(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  for (const { _id } of await deps.sagas.abandoned(before(ABANDONED_MS), BATCH)) await deps.sagas.startUndo(_id, now);
  for (const saga of await deps.sagas.toRelease(BATCH)) {
    await bestEffort(deps.logger, "undo an upgrade", () => undoUpgrade(deps, deps.ask, saga));
  }
  for (const saga of await deps.sagas.toSettle(before(UNSETTLED_MS), BATCH)) {
    await bestEffort(deps.logger, "make the creator identity final", () => settleUpgrade(deps, deps.ask, saga));
  }
}
