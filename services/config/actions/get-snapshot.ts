import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { readSnapshot, valuesFor } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";
import { processOf } from "../domain/process-of.ts";

/**
 * Internal: the settings for a process whose revision is out of date, or that has none. Secrets go only to the processes that read them.
 */
export const getSnapshotAction = (deps: Deps) =>
  implement(getConfigSnapshot, async ({ params, sender }) => {
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    const values = sender === null ? snapshot.values : valuesFor(processOf(sender), snapshot);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
