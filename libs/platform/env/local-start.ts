import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VARIABLES } from "./variables.ts";

const FILE = "address.json";

/** Leaves the addresses of a local system in its folder, where the commands for a running system find them. */
export function leaveAddresses(dataDir: string, addresses: readonly string[]): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, FILE), JSON.stringify(addresses));
}

/** The addresses of the system that was last started with a folder; the default one without any. */
export function findAddresses(dataDir: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), "utf8")) as string[];
  } catch {
    return [`http://127.0.0.1:${VARIABLES.PORT.default}`];
  }
}

/** A command for the running system of a folder, as it is typed in a shell. */
export function commandFor(script: string, dataDir: string): string {
  const command = `npm run ${script}`;
  if (dataDir === VARIABLES.DATA_DIR.default) return command;
  return `DATA_DIR=${/^[\w./~-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", `'\\''`)}'`} ${command}`;
}
