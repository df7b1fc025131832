import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** A position in a file, counted from zero. */
export interface Place {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

const maps = new Map<string, SourceMap | null>();

/** The position in the sources for a position in a bundle; null without a source map. */
export function sourceOf({ url, line, column }: Place): Place | null {
  const found = mapOf(url)?.findEntry(line, column);
  if (!found || !("originalSource" in found) || !found.originalSource) return null;
  return { url: new URL(found.originalSource, url).href, line: found.originalLine, column: found.originalColumn };
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const file = `${fileURLToPath(url)}.map`;
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : null;
  maps.set(url, map);
  return map;
}
