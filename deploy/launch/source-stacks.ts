import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import { setStackReader } from "#libs/platform/log/logger.ts";

// The log names the lines of the sources, not those of a bundle. Node's own option keeps the maps in memory, 40 MiB of them; here a map is read
// when an error is logged whose stack needs it. Where sources run themselves, no stack names a file that has a map.
const FRAME = /(file:\/\/\S+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

setStackReader((stack) =>
  stack.replace(FRAME, (frame, url: string, line: string, column: string) => {
    const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !("originalSource" in found) || !found.originalSource) return frame;
    return `${new URL(found.originalSource, url).href}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  }),
);

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const file = `${fileURLToPath(url)}.map`;
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : null;
  maps.set(url, map);
  return map;
}
