import { setStackReader } from "#libs/platform/log/logger.ts";
import { sourceOf } from "./bundle-sources.ts";

// The log names the lines of the sources, not those of a bundle. Node's own option keeps the maps in memory, 40 MiB of them; here a map is read
// when an error is logged whose stack needs it. Where sources run themselves, no stack names a file that has a map.
const FRAME = /(file:\/\/\S+\.js):(\d+):(\d+)/g;

setStackReader((stack) =>
  stack.replace(FRAME, (frame, url: string, line: string, column: string) => {
    const source = sourceOf({ url, line: Number(line) - 1, column: Number(column) - 1 });
    return source ? `${source.url}:${source.line + 1}:${source.column + 1}` : frame;
  }),
);
