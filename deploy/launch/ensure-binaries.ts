import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that are not npm packages, and the Debian package of each. */
const PACKAGES = { "nats-server": "nats-server", "redis-server": "redis-server", curl: "curl" } as const;
export type Binary = keyof typeof PACKAGES;

const EXTRA_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Path of a program, or null. Folders of system programs count even when PATH lacks them. */
function findBinary(name: Binary): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...EXTRA_FOLDERS];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return null;
}

/** Path of a program; installs it from Debian's packages where that is possible. Throws when it cannot be had. */
export function ensureBinary(name: Binary): string {
  return findBinary(name) ?? install(name);
}

function install(name: Binary): string {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.error(`installing ${PACKAGES[name]} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", PACKAGES[name]],
  ]) {
    const [program = "apt-get", ...rest] = [...prefix, "apt-get", ...args];
    spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
  const path = findBinary(name);
  if (!path) throw new Error(`${name} is needed and could not be installed: install the package ${PACKAGES[name]} of your system`);
  return path;
}
