import { execFile } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { seededRandom } from "../support/random.ts";
import { startServerProcess } from "../support/server-process.ts";
import { auditBank, prepareBank, startLoad } from "./writers.ts";

const run = promisify(execFile);

export interface FullDiskResult {
  readonly rounds: number;
  readonly entries: number;
  readonly refused: number;
  readonly findings: string[];
}

/**
 * Fills the disk under load and frees it again. The kernel's limit on the size of files simulates the full disk. While it is full, an audit
 * of the data proves that reads go on. Afterwards writes have to go on. In the end the server is killed and audited again.
 */
export async function tryFullDisk(rounds: number, seed: number, until = Number.POSITIVE_INFINITY): Promise<FullDiskResult> {
  const random = seededRandom(seed);
  const directory = fs.mkdtempSync(path.join(tmpdir(), "full-disk-"));
  const server = await startServerProcess("--data-dir", directory);
  const limit = (bytes: string) => run("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:`]);
  const acknowledged = await prepareBank(server.uri);
  const load = await startLoad(server.uri, acknowledged, { goesOnWhenFull: true });
  const findings: string[] = [];
  const written = () => acknowledged.entries.reduce((total, count) => total + count, 0);
  let round = 0;
  for (; round < rounds && Date.now() < until && findings.length === 0; round++) {
    await pause(random.below(150));
    const refusedBefore = acknowledged.refused;
    await limit(String(random.pick([100, 8192, 1_000_000])));
    const end = Date.now() + 2000;
    while (acknowledged.refused === refusedBefore && Date.now() < end) await pause(5);
    if (acknowledged.refused > refusedBefore)
      findings.push(
        ...(await auditBank(server.uri, structuredClone(acknowledged), { whileWriting: true })).map(
          (finding) => `round ${round}, full: ${finding}`,
        ),
      );
    await limit("unlimited");
    const before = written();
    for (const freed = Date.now() + 5000; written() === before && Date.now() < freed; ) await pause(5);
    if (written() === before) findings.push(`round ${round}: no write within 5 s after there was space again`);
  }
  await load.stop();
  await server.end("SIGKILL");
  const next = await startServerProcess("--data-dir", directory);
  findings.push(...(await auditBank(next.uri, acknowledged)).map((finding) => `after a kill: ${finding}`));
  await next.end("SIGKILL");
  fs.rmSync(directory, { recursive: true, force: true });
  return {
    rounds: round,
    entries: written(),
    refused: acknowledged.refused,
    findings: findings.map((finding) => `seed ${seed}, ${finding}`),
  };
}
