import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigSnapshot } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { readSnapshot } from "../snapshot.ts";

/** Internal; every process asks once a second, and nearly always for one number. */
export const getSnapshotAction = (deps: Deps) =>
  implement(getConfigSnapshot, async ({ params }) => {
    const revision = await deps.revision.current();
    if (revision === params.knownRevision) return { revision, unchanged: true, values: [], flags: [], killSwitches: [] };
    const { values, flags, killSwitches, ...snapshot } = await readSnapshot(deps);
    return { ...snapshot, unchanged: false, values: [...values], flags: [...flags], killSwitches: [...killSwitches] };
  });
