import { setStackReader } from "#libs/platform/log/logger.ts";
import { sourceOf } from "./bundle-sources.ts";

// Makes logged stacks name positions in the sources, not in a bundle. Node's own option would hold the source maps in memory (40 MiB). Here
// a map is read only when a logged error needs it. When the sources run unbundled, no stack needs a map.
const FRAME = /(file:\/\/\S+\.js):(\d+):(\d+)/g;

setStackReader((stack) =>
  stack.replace(FRAME, (frame, url: string, line: string, column: string) => {
    const source = sourceOf({ url, line: Number(line) - 1, column: Number(column) - 1 });
    return source ? `${source.url}:${source.line + 1}:${source.column + 1}` : frame;
  }),
);
