import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Engine } from "../engine/model.ts";
import { DirectoryInUse, dataFile, syncDirectory } from "../store/data-directory.ts";
import { Store } from "../store/store.ts";
import { commitsOf } from "./journal-file.ts";
import { replayOperation } from "./replay.ts";

export interface Conversion {
  readonly directory: string;
  openEngine(store: Store): Engine;
  /** Called with a sentence when a conversion begins, now and then while it goes on, and at its end. */
  onProgress(sentence: string): void;
}

const COMMITS_PER_TURN = 500;
const PROGRESS_MS = 1000;

/**
 * Converts the journal that earlier versions kept to the database, once; the journal stays aside as `journal.bson.converted`.
 * The database is built under another name and renamed when it is complete, so a conversion that was killed begins again.
 */
export async function convertJournal(conversion: Conversion): Promise<void> {
  const { directory } = conversion;
  const journal = path.join(directory, "journal.bson");
  const inWork = `${journal}.converting`;
  if (existsSync(journal)) {
    refuseBoth(journal, dataFile(directory));
    refuseRunningServer(directory);
    move(journal, inWork);
  }
  if (!existsSync(inWork)) return;
  if (!existsSync(dataFile(directory))) await build(conversion, inWork);
  move(inWork, `${journal}.converted`);
  rmSync(path.join(directory, "server.lock"), { force: true });
  conversion.onProgress(`the journal is converted and kept as ${journal}.converted`);
}

function move(from: string, to: string): void {
  renameSync(from, to);
  syncDirectory(path.dirname(to));
}

function refuseBoth(journal: string, data: string): void {
  if (!existsSync(data)) return;
  throw new Error(`embedded-mongo: there is a ${journal} of an earlier version beside ${data}; move away the one that you do not want`);
}

/** Throws if a server of an earlier version, which does not know the lock of this one, uses the directory. */
function refuseRunningServer(directory: string): void {
  const file = path.join(directory, "server.lock");
  if (!existsSync(file)) return;
  const { pid, startedAt } = JSON.parse(readFileSync(file, "utf8") || "{}") as { pid?: number; startedAt?: string | null };
  if (pid !== undefined && isRunning(pid, startedAt ?? null)) throw new DirectoryInUse(directory);
}

/** Whether the process runs, and is not another one that got its number later. */
function isRunning(pid: number, startedAt: string | null): boolean {
  try {
    process.kill(pid, 0);
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return startedAt === null || status.slice(status.lastIndexOf(")") + 2).split(" ")[19] === startedAt;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function build(conversion: Conversion, journal: string): Promise<void> {
  const { directory } = conversion;
  const file = path.join(directory, "converting.db");
  for (const rest of [file, `${file}-wal`, `${file}-state`]) rmSync(rest, { force: true });
  const store = new Store({ file, fsync: false, onFailure: () => undefined });
  try {
    await replay(conversion, conversion.openEngine(store), journal);
  } catch (error) {
    const reason = (error as Error).message;
    const advice = "put a good copy in its place, or start with another directory";
    throw new Error(`embedded-mongo: ${journal} cannot be converted: ${reason}; ${advice}`, { cause: error });
  } finally {
    await store.close();
  }
  rmSync(`${file}-state`, { force: true });
  move(file, dataFile(directory));
}

async function replay({ onProgress }: Conversion, engine: Engine, journal: string): Promise<void> {
  const descriptor = openSync(journal, "r");
  try {
    onProgress(`converts ${journal} of an earlier version`);
    let commits = 0;
    let saidAt = Date.now();
    for (const operations of commitsOf(descriptor, fstatSync(descriptor).size)) {
      for (const operation of operations) replayOperation(engine, operation);
      commits++;
      if (commits % COMMITS_PER_TURN === 0) await kept(engine.store);
      if (Date.now() - saidAt < PROGRESS_MS) continue;
      saidAt = Date.now();
      onProgress(`has converted ${commits} commits`);
    }
    await kept(engine.store);
  } finally {
    closeSync(descriptor);
  }
}

/** Ends the batch of the store, so that it does not become too large. */
async function kept(store: Store): Promise<void> {
  await store.settled(false);
  await nextTurn();
}
