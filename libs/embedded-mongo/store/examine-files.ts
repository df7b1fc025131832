import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { DamagedData } from "./damaged-data.ts";
import { type LogPosition, readLog } from "./log-file.ts";
import { currentBoot, readState, type SavedState } from "./state-file.ts";

const bytesOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** The state in which the last server left a database. */
export interface Found {
  readonly isNew: boolean;
  /** Whether it ended cleanly, so that everything is in the database and nothing in the log. */
  readonly isClean: boolean;
  /** Whether the last server has recorded its state. */
  readonly hasState: boolean;
  readonly bytes: number;
}

/** A database in memory. */
export const NOTHING: Found = { isNew: true, isClean: true, hasState: false, bytes: 0 };

/**
 * Examines the files of a database before SQLite opens them: SQLite would create a missing file and ignore the log behind an unreadable
 * place. Throws DamagedData if data is missing that the last server has committed or, after a power failure, flushed.
 */
export function examineFiles(file: string): Found {
  const state = readState(file);
  const bytes = bytesOf(file);
  const logBytes = bytesOf(`${file}-wal`);
  if (bytes === 0 && (state || logBytes > 0)) throw new DamagedData(file, `${file} is ${existsSync(file) ? "empty" : "missing"}`);
  if (state?.closedBytes != null && logBytes === 0) {
    if (bytes !== state.closedBytes) throw new DamagedData(file, `${file} has ${bytes} bytes instead of ${state.closedBytes}`);
    return { isNew: false, isClean: true, hasState: true, bytes };
  }
  const damage = damageOfLog(`${file}-wal`, state);
  if (damage) throw new DamagedData(file, damage);
  return { isNew: bytes === 0, isClean: false, hasState: state !== null, bytes };
}

function damageOfLog(log: string, state: SavedState | null): string | null {
  const isSameBoot = state?.boot === currentBoot();
  const stored = (isSameBoot ? state?.committed : state?.flushed) ?? null;
  if (!existsSync(log)) return stored?.frames ? `${log} is missing` : null;
  const found = readLog(log);
  if (!found) return `the header of ${path.basename(log)} is unreadable`;
  const { unreadableFrom, commitsBeyond } = found;
  // after a power failure pages that were not flushed may be missing before others
  if (isSameBoot && commitsBeyond > 0) return `${log} is unreadable at byte ${unreadableFrom}, and ${commitsBeyond} commits follow`;
  if (!stored || has(found, stored)) return null;
  return `${log} is ${unreadableFrom === null ? "cut off" : `unreadable from byte ${unreadableFrom} on`}: commits are missing`;
}

/**
 * Whether a log still has the frames up to a recorded position. A log that started again later no longer needs them: the database has their
 * data.
 */
function has(found: LogPosition, stored: LogPosition): boolean {
  const restarts = (found.salt - stored.salt) >>> 0;
  if (restarts === 0) return found.frames >= stored.frames;
  return stored.frames === 0 || restarts < MAX_RESTARTS;
}

const MAX_RESTARTS = 1_000_000;
