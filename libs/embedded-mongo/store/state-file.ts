import { closeSync, constants, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { uptime } from "node:os";
import { crc32 } from "node:zlib";
import { FILE_MODE, narrow } from "./data-directory.ts";
import type { LogPosition } from "./log-file.ts";

/** The last recorded state of a server's database, by which the next server notices missing data. */
export interface SavedState {
  /** The size of the database at the end of the last server; null after an unclean end. */
  readonly closedBytes: number | null;
  /** The committed part of the log, which survives the end of the process. */
  readonly committed: LogPosition | null;
  /** The flushed part of the log, which survives a power failure. */
  readonly flushed: LogPosition | null;
  /** The boot of the machine during which this was written. */
  readonly boot: string;
}

/** One sector, so that it is written as a whole. */
const STATE_BYTES = 512;

const stateFile = (database: string): string => `${database}-state`;

/** Identifies the boot of the machine: data that was committed but not flushed survives until the next boot. */
export function currentBoot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return `since ${Math.round((Date.now() / 1000 - uptime()) / 10)}`;
  }
}

/** The state of a database; null if there is none or it cannot be read. */
export function readState(database: string): SavedState | null {
  try {
    const [text = "", checksum] = readFileSync(stateFile(database), "latin1").split("\n");
    return crc32(text) === Number(checksum) ? (JSON.parse(text) as SavedState) : null;
  } catch {
    return null;
  }
}

/** The state file of a database that a server uses. It is not flushed: after a power failure it may be older than the database. */
export class StateFile {
  readonly #descriptor: number;
  readonly #boot: string;

  constructor(database: string, boot = currentBoot()) {
    this.#boot = boot;
    narrow(stateFile(database));
    this.#descriptor = openSync(stateFile(database), constants.O_RDWR | constants.O_CREAT, FILE_MODE);
  }

  write(state: Omit<SavedState, "boot">): void {
    const text = JSON.stringify({ ...state, boot: this.#boot });
    writeSync(this.#descriptor, Buffer.from(`${text}\n${crc32(text)}\n`.padEnd(STATE_BYTES)), 0, STATE_BYTES, 0);
  }

  close(): void {
    fdatasyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}
