// Runs on whatever Node the machine has, before every script of package.json: installs the locked dependencies
// (among them the Node that everything else runs on) when they are missing or older than the lockfile.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".installed-lockfile");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;

if (installed !== wanted) {
  console.error("installing the locked dependencies …");
  // Not `npm ci`: it refuses a lockfile that lacks the native parts of other platforms. A script of a package could do whatever its
  // author wants on this machine, so none runs but those that package.json allows; npm before version 11.16 does not read that list.
  npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts");
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if (allowed.length > 0) npm("rebuild", "--loglevel=error", "--ignore-scripts=false", ...allowed);
  writeFileSync(stamp, wanted);
}

function npm(...args) {
  const { status } = spawnSync("npm", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
