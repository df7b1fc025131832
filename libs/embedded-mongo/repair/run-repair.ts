import type { Engine } from "../engine/model.ts";
import { DirectoryInUse } from "../store/data-directory.ts";
import type { Store } from "../store/store.ts";
import { checkDirectory } from "./check-directory.ts";
import { type Salvaged, salvageDirectory } from "./salvage-directory.ts";

const MOST_SHOWN = 20;

/** Checks a data directory, prints every damage and returns the exit code: 0 if there is none, 1 if there is, 2 if a server uses it. */
export function runCheck(directory: string): number {
  return guarded(() => {
    const damages = checkDirectory(directory);
    for (const damage of damages) console.log(damage);
    console.log(damages.length ? `${directory}: ${damages.length} damages` : `${directory}: no damage, everything was read`);
    return damages.length ? 1 : 0;
  });
}

/** Writes what is readable to another directory, prints what is lost and returns the exit code: 0 unless nothing could be written. */
export async function runSalvage(directory: string, target: string, openEngine: (store: Store) => Engine): Promise<number> {
  try {
    const results = await salvageDirectory({ directory, target, openEngine });
    for (const result of results) console.log(describe(result));
    console.log(`written to ${target}; indexes are built anew`);
    return 0;
  } catch (error) {
    return failed(error);
  }
}

function describe({ namespace, kept, had, lost }: Salvaged): string {
  const missing = had === null ? lost.length : Math.max(lost.length, had - kept);
  if (missing === 0) return `${namespace}: ${kept} documents kept, none lost`;
  const records = `${lost.slice(0, MOST_SHOWN).join(", ")}${lost.length > MOST_SHOWN ? ", …" : ""}`;
  return `${namespace}: ${kept} documents kept, ${missing} lost${lost.length ? ` (records ${records})` : ""}`;
}

function guarded(work: () => number): number {
  try {
    return work();
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): number {
  console.error(error instanceof Error ? error.message : error);
  return error instanceof DirectoryInUse ? 2 : 1;
}
