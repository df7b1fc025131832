import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that are not npm packages, and the Debian package of each. */
const DEBIAN_PACKAGES = {
  "nats-server": "nats-server",
  "redis-server": "redis-server",
  curl: "curl",
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
} as const;
export type Binary = keyof typeof DEBIAN_PACKAGES;

const EXTRA_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Path of an installed program, or null. Searches EXTRA_FOLDERS too, because PATH may lack them. */
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

/** Path of a program. Installs its Debian package with apt-get when it is missing; throws when that fails. */
export function ensureBinary(name: Binary): string {
  const path = findBinary(name) ?? install(name);
  if (!path)
    throw new Error(
      `${name} is missing and could not be installed; install ${DEBIAN_PACKAGES[name]} with the package manager of your system`,
    );
  return path;
}

/** Path of a browser for tests. Chromium without windows opens a page in a third of the time; where there is no package of it, Chromium. */
export function ensureBrowser(): string {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH ?? findBinary("chromium-headless-shell") ?? install("chromium-headless-shell") ?? ensureBinary("chromium");
}

function install(name: Binary): string | null {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.error(`installing ${DEBIAN_PACKAGES[name]} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", DEBIAN_PACKAGES[name]],
  ]) {
    const [program = "apt-get", ...rest] = [...prefix, "apt-get", ...args];
    spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
  return findBinary(name);
}
