import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { readSnapshot } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";

/** The counter store keeps its data in memory only: after a restart it has the settings again within this time. */
const KEEP_EVERY_MS = 10 * SECOND;

/** Internal: every process polls it once a second; while nothing changes it reads the revision only. */
export const getSnapshotAction = (deps: Deps) => {
  let keptAt = Number.NEGATIVE_INFINITY;
  const keepNowAndThen = () => {
    if (elapsedMs() - keptAt < KEEP_EVERY_MS) return;
    keptAt = elapsedMs();
    void bestEffort(deps.logger, "keep the settings for processes that cannot ask", async () => deps.kept.keep(await readSnapshot(deps)));
  };
  return implement(getConfigSnapshot, async ({ params }) => {
    keepNowAndThen();
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { values, flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
};
