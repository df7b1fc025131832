import { HINTS } from "#libs/contracts/hints.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";
import { repeatedHint } from "#libs/platform/service/repeated-hint.ts";
import type { Deps } from "../deps.ts";
import { keepForAll, readSnapshot } from "./snapshot.ts";

/** The counter store has no disk. After a restart it holds the settings backup again within this time. */
const KEEP_EVERY_MS = 10 * SECOND;

type HintDeps = Pick<Deps, "flags" | "backup" | "logger" | "revision" | "switches" | "values">;

/** Broadcasts the revision of the settings, and regularly writes the settings backup for processes that cannot reach this service. */
export function revisionHints(deps: HintDeps): BackgroundPart {
  let storedAt = Number.NEGATIVE_INFINITY;
  let snapshot: Awaited<ReturnType<typeof readSnapshot>> | null = null;

  const keep = async (revision: string) => {
    if (snapshot?.revision !== revision) snapshot = await readSnapshot(deps);
    await keepForAll(deps, snapshot);
  };
  const { noteChange, ...part } = repeatedHint(HINTS.configChanged, async () => {
    const revision = await deps.revision.current();
    if (elapsedMs() - storedAt >= KEEP_EVERY_MS) {
      storedAt = elapsedMs();
      void bestEffort(deps.logger, "write the settings backup", () => keep(revision));
    }
    return revision;
  });
  deps.revision.onChanging(noteChange);
  return part;
}
