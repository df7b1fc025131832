import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../../index.ts";
import { readState } from "../../store/state-file.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { rawConnection } from "../support/raw-connection.ts";
import { startServerProcess } from "../support/server-process.ts";
import { eventually } from "../support/store.ts";

const COMMITS = 24;
const DOCUMENTS_PER_COMMIT = 4;

/** Directories as a server leaves them: after a clean end, and after kill -9 with commits in the log that are in the database or not. */
export interface Originals {
  readonly root: string;
  readonly directories: readonly string[];
}

const collections = ["first", "second", "third"];

/** The document that is inserted under a number. */
const documentOf = (_id: number) => ({ _id, n: _id % 7, tags: [`t${_id % 5}`, `u${_id}`], text: `${_id} `.repeat(20 + (_id % 9) * 40) });

/** Writes the same into several directories, and ends each server in another way. */
export async function createOriginals(): Promise<Originals> {
  const root = fs.mkdtempSync(path.join(tmpdir(), "damage-"));
  const directories = ["clean", "killed", "checkpointed"].map((name) => path.join(root, name));
  for (const directory of directories) await createOriginal(directory);
  return { root, directories };
}

async function createOriginal(directory: string): Promise<void> {
  const server = await startServerProcess("--data-dir", directory);
  const client = await new mongo.MongoClient(server.uri).connect();
  const database = client.db("saved");
  for (const name of collections) {
    await database.collection(name).createIndex({ n: 1, _id: -1 }, { name: "by_n" });
    await database.collection(name).createIndex({ tags: 1 }, { name: "by_tag" });
  }
  for (let commit = 0; commit < COMMITS; commit++) {
    if (commit === COMMITS / 2 && directory.endsWith("checkpointed")) await client.db("admin").command({ fsync: 1 });
    const documents = Array.from({ length: DOCUMENTS_PER_COMMIT }, (_, at) => documentOf(commit * DOCUMENTS_PER_COMMIT + at));
    for (const name of collections) await database.collection<{ _id: number }>(name).insertMany(documents, { writeConcern: { w: 1 } });
  }
  await eventuallyRecorded(directory);
  await client.close();
  await server.end(directory.endsWith("clean") ? "SIGTERM" : "SIGKILL");
}

/** The server records a few times a second how much of its log is committed. */
async function eventuallyRecorded(directory: string): Promise<void> {
  let last = "";
  await eventually(async () => {
    const before = last;
    last = JSON.stringify(readState(path.join(directory, "data.db")));
    await new Promise((resolve) => setTimeout(resolve, 150));
    return before === last;
  });
}

export type DamageKind = "flip" | "cut" | "missing";

const filesOf = (directory: string): string[] =>
  fs.readdirSync(directory).filter((name) => fs.statSync(path.join(directory, name)).size > 0);

/** Damages one file of a directory and returns a description of the damage. */
function plant(directory: string, kind: DamageKind, random: Random): string {
  const names = filesOf(directory);
  if (kind === "missing") {
    const name = random.pick(names);
    fs.rmSync(path.join(directory, name));
    return `${name} is missing`;
  }
  // each byte of the directory is equally likely, but the small state file gets its share
  const name = random.next() < 0.05 ? random.pick(names) : byBytes(directory, names, random);
  const file = path.join(directory, name);
  const bytes = fs.readFileSync(file);
  const at = placeIn(bytes.length, random);
  if (kind === "cut") fs.truncateSync(file, at);
  else {
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
    fs.writeFileSync(file, bytes);
  }
  return `${kind} of ${name} at ${at} of ${bytes.length}`;
}

function byBytes(directory: string, names: readonly string[], random: Random): string {
  let left = random.below(names.reduce((total, name) => total + fs.statSync(path.join(directory, name)).size, 0));
  for (const name of names) {
    left -= fs.statSync(path.join(directory, name)).size;
    if (left < 0) return name;
  }
  return random.pick(names);
}

const PAGE = 4096;

/** Any byte, or in half of the cases one of the head of a page, where a flip has the worst effects. */
function placeIn(length: number, random: Random): number {
  if (random.next() < 0.5 || length < PAGE) return random.below(length);
  return Math.min(length - 1, random.below(Math.floor(length / PAGE)) * PAGE + random.below(24));
}

/** The outcome of a start with a damaged directory: a sentence of refusal, or null if all acknowledged data is there. */
export async function startDamaged(directory: string): Promise<string | null> {
  const errors: unknown[] = [];
  const server = await startEmbeddedMongo({ dataDir: directory, onInternalError: (error) => errors.push(error) }).catch((error: unknown) =>
    String((error as Error).message),
  );
  if (typeof server === "string") return server;
  const connection = await rawConnection(server.uri);
  try {
    for (const name of collections)
      for (const query of [{}, { hint: "_id_" }, { hint: "by_n" }, { hint: "by_tag", filter: { tags: { $gte: "u", $lt: "v" } } }]) {
        const reply = await connection.send({ find: name, ...query, batchSize: 100_000, $db: "saved" });
        const documents = reply.ok === 1 ? (reply.cursor.firstBatch as { _id: number; text: string }[]) : [];
        const found = new Map(documents.map((document) => [document._id, document.text]));
        for (let id = 0; id < COMMITS * DOCUMENTS_PER_COMMIT; id++)
          if (found.get(id) !== documentOf(id).text)
            throw new Error(`${name} by ${JSON.stringify(query)} lacks document ${id} ${reply.errmsg ?? ""}`);
        if (documents.length !== found.size) throw new Error(`${name} by ${JSON.stringify(query)} has documents twice`);
      }
    return null;
  } finally {
    connection.socket.destroy();
    await server.stop();
  }
}

export interface DamageResult {
  readonly trials: number;
  readonly refused: number;
  readonly complete: number;
  /** Trials that lost data, or were refused without a sentence about the remedy. */
  readonly findings: string[];
}

const SENTENCE = /^embedded-mongo: the data in \S+ are damaged: .+; restore a copy, or list every damage with `.+ --check`$/;

/** Plants one damage after the other, each into a fresh copy, and starts a server on it. */
export async function tryDamages(
  originals: Originals,
  trials: number,
  seed: number,
  kinds: readonly DamageKind[],
  until = Number.POSITIVE_INFINITY,
): Promise<DamageResult> {
  const random = seededRandom(seed);
  const directory = path.join(originals.root, "damaged");
  const result = { trials: 0, refused: 0, complete: 0, findings: [] as string[] };
  for (let trial = 0; trial < trials && Date.now() < until; trial++) {
    result.trials++;
    const original = random.pick(originals.directories);
    fs.rmSync(directory, { recursive: true, force: true });
    fs.cpSync(original, directory, { recursive: true });
    const what = `seed ${seed}, trial ${trial}: ${plant(directory, random.pick(kinds), random)} (${path.basename(original)})`;
    try {
      const refusal = await startDamaged(directory);
      if (refusal === null) result.complete++;
      else if (SENTENCE.test(refusal)) result.refused++;
      else result.findings.push(`${what}: refused with: ${refusal}`);
    } catch (error) {
      result.findings.push(`${what}: ${(error as Error).message}`);
    }
  }
  return result;
}
