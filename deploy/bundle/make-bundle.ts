import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildBundle } from "./build-bundle.ts";

// Makes the bundle for a start: `make-bundle.ts FOLDER`. The folder appears only when it is complete, even if several starts make it at the
// same time.
const MAX_BUNDLES = 3;

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

/** Removes the least recently used bundles. The newest stay, because running systems may still load chunks from theirs. */
function removeFormer(bundles: string): void {
  const usedAt = (name: string) => statSync(join(bundles, name)).mtimeMs;
  const former = readdirSync(bundles).sort((one, other) => usedAt(other) - usedAt(one));
  for (const name of former.slice(MAX_BUNDLES)) rmSync(join(bundles, name), { recursive: true, force: true });
}
