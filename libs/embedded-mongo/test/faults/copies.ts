import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../../index.ts";
import { seededRandom } from "../support/random.ts";
import { runServerProcess, startServerProcess } from "../support/server-process.ts";
import { type Acknowledged, auditBank, prepareBank, startLoad } from "./writers.ts";

export interface CopyResult {
  readonly copies: number;
  readonly entries: number;
  readonly findings: string[];
}

/** Copies a database again and again while 16 writers continue, and audits each copy. */
export async function tryCopies(copies: number, seed: number, options: { fsync: boolean; until?: number }): Promise<CopyResult> {
  const random = seededRandom(seed);
  const directory = fs.mkdtempSync(path.join(tmpdir(), "copies-"));
  const server = await startServerProcess("--data-dir", path.join(directory, "data"), ...(options.fsync ? ["--fsync"] : []));
  const client = await new mongo.MongoClient(server.uri).connect();
  const acknowledged = await prepareBank(server.uri);
  const filling = Array.from({ length: 2000 }, (_, _id) => ({ _id, text: "x".repeat(1000) }));
  await client.db("bank").collection<{ _id: number }>("filling").insertMany(filling);
  const load = await startLoad(server.uri, acknowledged);
  const findings: string[] = [];
  let copy = 0;
  for (; copy < copies && Date.now() < (options.until ?? Number.POSITIVE_INFINITY) && findings.length === 0; copy++) {
    await pause(random.below(100));
    const target = path.join(directory, `copy-${copy}`);
    const before = structuredClone(acknowledged);
    await client.db("admin").command({ backupTo: target });
    // one more entry of each writer may be committed without an answer yet
    const after = acknowledged.entries.map((count) => count + 1);
    findings.push(...(await auditCopy(target, before, after)).map((finding) => `seed ${seed}, copy ${copy}: ${finding}`));
    fs.rmSync(target, { recursive: true });
  }
  await load.stop();
  await client.close();
  await server.end("SIGTERM");
  fs.rmSync(directory, { recursive: true, force: true });
  return { copies: copy, entries: acknowledged.entries.reduce((total, count) => total + count, 0), findings };
}

async function auditCopy(target: string, before: Acknowledged, after: readonly number[]): Promise<string[]> {
  const { code, output } = await runServerProcess("--data-dir", target, "--check");
  if (code !== 0) return [`--check: ${output}`];
  const server = await startEmbeddedMongo({ dataDir: target });
  const client = await new mongo.MongoClient(server.uri).connect();
  try {
    const findings = await auditBank(server.uri, before);
    const entries = await client.db("bank").collection<{ _id: number }>("entries").find().sort({ _id: 1 }).toArray();
    const counts = after.map((_, writer) => entries.filter(({ _id }) => Math.floor(_id / 1_000_000) === writer).length);
    for (const { _id } of entries)
      if (_id % 1_000_000 >= (counts[Math.floor(_id / 1_000_000)] ?? 0)) findings.push(`an entry before ${_id} is missing`);
    counts.forEach((count, writer) => {
      if (count > (after[writer] ?? 0)) findings.push(`writer ${writer} has ${count} entries, ${after[writer]} were written`);
    });
    return findings;
  } finally {
    await client.close();
    await server.stop();
  }
}
