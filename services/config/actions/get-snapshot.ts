import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { keepForAll, readSnapshot, valuesFor } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";
import { processOf } from "../domain/process-of.ts";

/** The counter store keeps its data in memory only: after a restart it has the settings again within this time. */
const KEEP_EVERY_MS = 10 * SECOND;

/** Internal: every process polls it once a second; while nothing changes it reads the revision only. Secrets go to those who read them. */
export const getSnapshotAction = (deps: Deps) => {
  let keptAt = Number.NEGATIVE_INFINITY;
  const keepNowAndThen = () => {
    if (elapsedMs() - keptAt < KEEP_EVERY_MS) return;
    keptAt = elapsedMs();
    void bestEffort(deps.logger, "keep the settings for processes that cannot ask", async () => keepForAll(deps, await readSnapshot(deps)));
  };
  return implement(getConfigSnapshot, async ({ params, sender }) => {
    keepNowAndThen();
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    const values = sender === null ? snapshot.values : valuesFor(processOf(sender), snapshot);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
};
