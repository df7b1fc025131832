// Runs before every script of package.json, on any Node from version 20. It installs the locked dependencies when they are missing or older
// than the lockfile. It gives the scripts a recent enough Node: the one of the machine, or else the locked one.
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const stamp = join(modules, ".installed-lockfile");
const { engines, allowScripts = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const wanted = crypto
  .createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;

// The youngest feature of Node that the product uses.
const isNewEnough = "randomUUIDv7" in crypto;
// A linked folder belongs to another clone as well: it is used where it fits, and never changed.
const isLink = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
const isLockedNode = existsSync(modules) && process.execPath.startsWith(realpathSync(modules) + sep);
const lockedNode = join(modules, ".bin", "node");

if (installed !== wanted || !(isNewEnough || existsSync(lockedNode))) install();
if (isNewEnough && !isLockedNode && !isLink) unlinkLockedNode();

function install() {
  if (isLink) fail("node_modules is a link to a folder with other packages than the lockfile has; run npm there, or remove the link");
  if (isLockedNode && process.platform === "win32") {
    fail("the lockfile has changed, and Windows does not replace the Node that runs; run: node deploy/bootstrap.mjs");
  }
  console.error("installing the locked dependencies …");
  // The install script of a package could run anything on this machine, so only those that package.json allows may run. npm before version
  // 11.16 does not read that list.
  npm("ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts");
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  // npm 10 unlinks the locked Node together with those of other platforms.
  const locked = Object.keys(optionalDependencies).filter((name) => existsSync(join(modules, name)));
  const rebuilt = [...allowed, ...locked];
  if (rebuilt.length > 0) npm("rebuild", "--loglevel=error", "--ignore-scripts=false", ...rebuilt);
  // The locked Node is built for glibc. On another libc it must not shadow a Node that works.
  if (!isNewEnough && run(`"${lockedNode}" --version`, "ignore") !== 0) {
    unlinkLockedNode();
    fail(`no locked Node runs on ${process.platform} ${process.arch}; install Node ${engines.node} (here: ${process.version})`);
  }
  writeFileSync(stamp, wanted);
}

function unlinkLockedNode() {
  for (const end of ["", ".cmd", ".ps1"]) rmSync(lockedNode + end, { force: true });
}

function npm(...args) {
  const status = run(["npm", ...args].join(" "), "inherit");
  if (status !== 0) fail(`npm ${args[0]} failed: it takes npm 10 or newer, and a registry that it reaches`);
}

/** Through a shell: on Windows npm and the locked Node are scripts. */
function run(command, output) {
  return spawnSync(command, { cwd: root, stdio: ["ignore", output, output], shell: true }).status;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
