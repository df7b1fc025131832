import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildBundle } from "./build-bundle.ts";

// Makes the bundle of a start: `make-bundle.ts FOLDER`. The folder is there when it is whole, however many starts make it at the same time.
const MOST_BUNDLES = 3;

const [, , folder = ""] = process.argv;
const unfinished = `${folder}.${process.pid}`;
try {
  await buildBundle(unfinished, { maps: true });
  // Another start may have been faster.
  if (!existsSync(folder)) renameSync(unfinished, folder);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}
removeFormer(dirname(folder));

/** Removes bundles that were not used for the longest time: systems that run may load parts of theirs yet. */
function removeFormer(bundles: string): void {
  const usedAt = (name: string) => statSync(join(bundles, name)).mtimeMs;
  const former = readdirSync(bundles).sort((one, other) => usedAt(other) - usedAt(one));
  for (const name of former.slice(MOST_BUNDLES)) rmSync(join(bundles, name), { recursive: true, force: true });
}
