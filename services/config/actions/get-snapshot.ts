import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { readSnapshot, valuesFor } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";
import { processOf } from "../domain/process-of.ts";

/** Internal: a process asks when it hears of a revision that it does not know, or of none. Secrets go to those who read them. */
export const getSnapshotAction = (deps: Deps) =>
  implement(getConfigSnapshot, async ({ params, sender }) => {
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    const values = sender === null ? snapshot.values : valuesFor(processOf(sender), snapshot);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
