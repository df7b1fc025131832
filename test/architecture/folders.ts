import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const MAX_FILES = 25;
/** Folders whose size is limited. */
const ROOMS = ["gateway"];

/** Folders with more files than a reader can survey. */
export function folderViolations(root: string): string[] {
  return ROOMS.flatMap((room) => foldersBelow(root, room)).flatMap(({ folder, files }) =>
    files > MAX_FILES ? [`${folder}: ${files} files, ${MAX_FILES} at most`] : [],
  );
}

function foldersBelow(root: string, room: string): { readonly folder: string; readonly files: number }[] {
  const counts = new Map<string, number>();
  for (const path of readdirSync(join(root, room), { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(root, room, path)).isFile()) continue;
    const folder = join(room, dirname(path));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, files]) => ({ folder, files }));
}
