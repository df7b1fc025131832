import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config/index.ts";
import { readSnapshot } from "../changes/snapshot.ts";
import type { Deps } from "../deps.ts";

/** Internal: every process polls it once a second; while nothing changes it reads the revision only. */
export const getSnapshotAction = (deps: Deps) =>
  implement(getConfigSnapshot, async ({ params }) => {
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { values, flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
