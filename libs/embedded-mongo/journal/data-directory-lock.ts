import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** Held while a server uses a data directory. */
export interface DirectoryLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  /** Tells a process from a later one with the same id; null where the system does not say. */
  readonly startedAt: string | null;
}
const ATTEMPTS = 5;

/** The start time of a process in ticks since boot, from the place where Linux keeps it. */
function processStart(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function isRunning({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startedAt === null || processStart(pid) === startedAt;
}

function parseOwner(text: string): Owner | null {
  try {
    const { pid, startedAt } = JSON.parse(text) as Partial<Owner>;
    return typeof pid === "number" && Number.isInteger(pid) && pid > 0 ? { pid, startedAt: startedAt ?? null } : null;
  } catch {
    return null;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function createLock(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  const owner: Owner = { pid: process.pid, startedAt: processStart(process.pid) };
  writeSync(descriptor, JSON.stringify(owner));
  closeSync(descriptor);
  return true;
}

/** Moves the lock of a dead process aside; puts it back where somebody else was quicker. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) === staleText) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/** Locks a data directory for this process; throws an Error that names the holder where another one uses it. */
export function lockDataDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, "server.lock");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (createLock(file)) return { release: () => rmSync(file, { force: true }) };
    const text = readIfThere(file);
    if (text === null) continue;
    const owner = parseOwner(text);
    if (owner && isRunning(owner)) throw new Error(`embedded-mongo: the data directory ${directory} is in use by process ${owner.pid}`);
    removeStale(file, text);
  }
  throw new Error(`embedded-mongo: the data directory ${directory} could not be locked`);
}
