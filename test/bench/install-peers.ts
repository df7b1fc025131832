import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

export const PEERS_FOLDER = join(import.meta.dirname, "peers");
const NEST = ["gateway", "service"];
export const NEST_BUILD = join(PEERS_FOLDER, "node_modules", ".cache", "nest-nats");

/** Installs the locked dependencies of the peers when they are missing or outdated, and builds the code that Node cannot run. */
export function installPeers(): void {
  const stamp = join(PEERS_FOLDER, "node_modules", ".installed-lockfile");
  const wanted = createHash("sha256")
    .update(readFileSync(join(PEERS_FOLDER, "package-lock.json")))
    .digest("hex");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    console.error("installing the peers …");
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = spawnSync("npm", args, { cwd: PEERS_FOLDER, stdio: ["ignore", "inherit", "inherit"] });
    if (status !== 0) throw new Error("npm could not install the peers");
    writeFileSync(stamp, wanted);
  }
  // Node runs TypeScript without its decorators.
  buildSync({
    entryPoints: NEST.map((name) => join(PEERS_FOLDER, "nest-nats", `${name}.ts`)),
    outdir: NEST_BUILD,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node24",
    tsconfig: join(PEERS_FOLDER, "tsconfig.json"),
    logLevel: "warning",
  });
}
