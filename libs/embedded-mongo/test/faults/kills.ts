import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readState, StateFile } from "../../store/state-file.ts";
import { seededRandom } from "../support/random.ts";
import { startServerWith } from "../support/server-process.ts";
import { auditBank, prepareBank, startLoad } from "./writers.ts";

export interface KillResult {
  kills: number;
  entries: number;
  transfers: number;
  /** Bytes of the log that were cut off, because a power failure could have taken them. */
  cutBytes: number;
  findings: string[];
}

export interface Kills {
  readonly kills: number;
  readonly seed: number;
  /** With `--fsync`. Then each kill is a power failure as well, which removes unflushed data from the log. */
  readonly fsync: boolean;
  /** Ends early, in milliseconds since the epoch. */
  readonly until?: number;
}

/** Kills a server under load again and again, and looks for missing data after each restart. */
export async function tryKills({ kills, seed, fsync, until = Number.POSITIVE_INFINITY }: Kills): Promise<KillResult> {
  const random = seededRandom(seed);
  const directory = fs.mkdtempSync(path.join(tmpdir(), "kills-"));
  const flushedFile = path.join(directory, "flushed");
  const start = () =>
    fsync
      ? startServerWith(["--import", RECORD_FLUSHES], ["--data-dir", directory, "--fsync"], { FLUSHED_FILE: flushedFile })
      : startServerWith([], ["--data-dir", directory]);
  let server = await start();
  const acknowledged = await prepareBank(server.uri);
  const result: KillResult = { kills: 0, entries: 0, transfers: 0, cutBytes: 0, findings: [] };
  while (result.kills < kills && Date.now() < until && result.findings.length === 0) {
    const load = await startLoad(server.uri, acknowledged);
    const before = acknowledged.transfers;
    await pause(100 + random.below(400));
    // on a busy machine the first transfer takes longer
    for (const end = Date.now() + 3000; acknowledged.transfers === before && Date.now() < end; ) await pause(10);
    await server.end("SIGKILL");
    await load.stop();
    if (fsync) result.cutBytes += cutUnflushed(path.join(directory, "data.db"), flushedFile, random.next());
    result.kills++;
    try {
      server = await start();
      for (const finding of await auditBank(server.uri, acknowledged))
        result.findings.push(`seed ${seed}, kill ${result.kills}: ${finding}`);
    } catch (error) {
      result.findings.push(`seed ${seed}, kill ${result.kills}: ${(error as Error).message}`);
    }
  }
  await server.end("SIGKILL");
  fs.rmSync(directory, { recursive: true, force: true });
  return { ...result, entries: acknowledged.entries.reduce((total, count) => total + count, 0), transfers: acknowledged.transfers };
}

const RECORD_FLUSHES = fileURLToPath(new URL("./record-flushes.ts", import.meta.url));
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;

/**
 * Simulates a power failure on a log: cuts it behind the flushed part, and makes the next start one after another boot of the machine.
 * Returns the number of bytes.
 */
function cutUnflushed(file: string, flushedFile: string, share: number): number {
  const [flushedSalt, flushedFrames] = fs.readFileSync(flushedFile, "latin1").split(" ").map(Number);
  const log = fs.readFileSync(`${file}-wal`);
  const salt = log.readUInt32BE(16);
  // a log that started again after the last flush has no flushed frames; the database has the earlier ones
  const stored = HEADER_BYTES + (salt === flushedSalt ? (flushedFrames ?? 0) : 0) * FRAME_BYTES;
  let end = stored;
  while (end + FRAME_BYTES <= log.length && log.readUInt32BE(end + 8) === salt) end += FRAME_BYTES;
  const cut = stored + Math.floor(share * (end - stored));
  // the log keeps its length when it starts again: behind its end are older frames
  log.fill(0, cut, end);
  fs.writeFileSync(`${file}-wal`, log);
  const state = readState(file);
  if (state) {
    const saved = new StateFile(file, "another boot");
    saved.write(state);
    saved.close();
  }
  return end - cut;
}
