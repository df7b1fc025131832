// Runs a command of `main.ts` from a bundle of the sources: `node deploy/bundle/run.mjs single`. It makes the bundle when none matches the
// current sources. Where bundling fails, the sources run as they are. JavaScript, because stripping types takes 80 ms of every start.
import { spawnSync } from "node:child_process";
import { existsSync, utimesSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sourceHash } from "./source-hash.mjs";

/** Help needs no bundle. */
const wantsHelp = process.argv.includes("--help");
const root = join(import.meta.dirname, "../..");
const folder = join(root, "node_modules/.cache/bundles", sourceHash(root));

if (wantsHelp) await import("./main.ts");
else if (existsSync(folder) || made()) {
  // The most recently used bundles stay.
  utimesSync(folder, new Date(), new Date());
  process.env.NODE_COMPILE_CACHE ??= join(folder, "compiled");
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(join(folder, "main.js")).href);
} else {
  console.error("the sources could not be bundled and run as they are: the start takes longer, and each process more memory");
  await import("./main.ts");
}

/** In a child process, so that the bundler does not occupy memory of the system. */
function made() {
  console.error("bundling the sources …");
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "make-bundle.ts"), folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status === 0;
}
