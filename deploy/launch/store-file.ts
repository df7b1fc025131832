import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The store that a running system has started, as its folder names it. */
interface RunningStore {
  readonly url: string;
  readonly hasUsers: boolean;
  /** Process id of the system. */
  readonly pid: number;
}

const fileIn = (dataDir: string): string => join(dataDir, "store.json");

/** Leaves the address of the store in the folder of its system, where `npm run admin:create` finds it. */
export function leaveStore(dataDir: string, { url, hasUsers }: Omit<RunningStore, "pid">): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  removeStore(dataDir);
  writeFileSync(fileIn(dataDir), JSON.stringify({ url, hasUsers, pid: process.pid } satisfies RunningStore), { mode: 0o600 });
}

export function removeStore(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** The store of the system that runs on a folder; null when none runs. A system that was killed leaves its file behind. */
export function findStore(dataDir: string): RunningStore | null {
  try {
    const store = JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as RunningStore;
    process.kill(store.pid, 0);
    return store;
  } catch {
    return null;
  }
}
