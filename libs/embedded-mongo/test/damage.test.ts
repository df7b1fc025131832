import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { startEmbeddedMongo } from "../index.ts";
import { createOriginals, type DamageKind, type Originals, plant, startDamaged, tryDamages } from "./faults/damage.ts";
import { seededRandom } from "./support/random.ts";
import { rawConnection } from "./support/raw-connection.ts";
import { runServerProcess } from "./support/server-process.ts";

let originals: Originals;
let directory: string;
beforeAll(async () => {
  originals = await createOriginals();
  directory = path.join(originals.root, "copy");
});
beforeEach(() => fs.rmSync(directory, { recursive: true, force: true }));
afterAll(() => fs.rmSync(originals.root, { recursive: true, force: true }));

const copyOf = (name: string): void => fs.cpSync(path.join(originals.root, name), directory, { recursive: true });
const dataFile = (): string => path.join(directory, "data.db");

/** Flips the lowest bit of the first byte of a text in the database. */
function flipIn(text: string): void {
  const bytes = fs.readFileSync(dataFile());
  const at = bytes.indexOf(text);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  fs.writeFileSync(dataFile(), bytes);
}

describe("a start with damaged files", () => {
  it.each<[DamageKind, number]>([
    ["flip", 16],
    ["cut", 8],
    ["missing", 5],
  ])("STO-06 of the kind %s is refused with a sentence, or everything that was acknowledged is there", async (kind, trials) => {
    const { findings, refused } = await tryDamages(originals, trials, 7, [kind]);
    expect(findings).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  it("STO-06 ends the process with 3 and one line that says what, where and what to do", async () => {
    copyOf("killed");
    fs.rmSync(`${dataFile()}-wal`);
    const { code, errors } = await runServerProcess("--data-dir", directory);
    expect(code).toBe(3);
    expect(errors).toMatch(
      /^embedded-mongo: the data in .+ are damaged: .+data\.db-wal is missing; restore a copy, .+--check.+--salvage DIR`\n$/,
    );
  });

  it("STO-06 of another boot goes on with what was flushed, because a power failure may take the rest", async () => {
    copyOf("killed");
    fs.truncateSync(`${dataFile()}-wal`, 200_000);
    await expect(startDamaged(directory)).resolves.toMatch(/commits are missing/);
    const state = JSON.parse(fs.readFileSync(`${dataFile()}-state`, "latin1").split("\n")[0] ?? "");
    const { StateFile } = await import("../store/state-file.ts");
    const file = new StateFile(dataFile(), "another boot");
    file.write({ ...state, flushed: null });
    file.close();
    const server = await startEmbeddedMongo({ dataDir: directory });
    await server.stop();
  });
});

describe("--check", () => {
  it.each(["clean", "killed", "checkpointed"])("STO-06 reads everything of an intact directory (%s) and changes nothing", async (name) => {
    copyOf(name);
    const before = fs.readdirSync(directory).map((file) => [file, fs.readFileSync(path.join(directory, file)).toString("base64")]);
    expect(await runServerProcess("--data-dir", directory, "--check")).toMatchObject({
      code: 0,
      output: `${directory}: no damage, everything was read\n`,
    });
    const after = fs.readdirSync(directory).map((file) => [file, fs.readFileSync(path.join(directory, file)).toString("base64")]);
    expect(after.filter(([file]) => file !== "lock.db-journal")).toEqual(before.filter(([file]) => file !== "lock.db-journal"));
  });

  it("STO-06 says each damage and ends with 1", async () => {
    copyOf("clean");
    flipIn("55 55 55");
    flipIn("77 77 77");
    const { code, output } = await runServerProcess("--data-dir", directory, "--check");
    expect(code).toBe(1);
    const lines = output.trim().split("\n");
    expect(lines.filter((line) => /^record \d+ of collection kept\.\w+ has a wrong checksum$/.test(line))).toHaveLength(2);
    expect(lines.at(-1)).toBe(`${directory}: 2 damages`);
  });
});

describe("--salvage", () => {
  it("STO-06 writes what is readable to a new directory, lists what is lost, and leaves the damaged one as it is", async () => {
    copyOf("clean");
    flipIn("55 55 55");
    const before = fs.readFileSync(dataFile());
    const target = path.join(originals.root, "salvaged");
    const { code, output } = await runServerProcess("--data-dir", directory, "--salvage", target);
    expect(code).toBe(0);
    expect(output).toMatch(/^kept\.\w+: 95 documents kept, 1 lost \(records 56\)$/m);
    expect(output.match(/96 documents kept, none lost/g)).toHaveLength(2);
    expect(fs.readFileSync(dataFile())).toEqual(before);
    const server = await startEmbeddedMongo({ dataDir: target });
    const connection = await rawConnection(server.uri);
    const counts = [];
    for (const name of ["first", "second", "third"]) {
      const { cursor } = await connection.send({ find: name, hint: "by_n", batchSize: 1000, $db: "kept" });
      counts.push(cursor.firstBatch.length);
    }
    connection.socket.destroy();
    await server.stop();
    expect(counts.sort()).toEqual([95, 96, 96]);
  });

  it("STO-06 keeps everything that single damages leave readable", async () => {
    const random = seededRandom(11);
    for (let trial = 0; trial < 3; trial++) {
      fs.rmSync(directory, { recursive: true, force: true });
      copyOf("clean");
      plant(directory, "flip", random);
      const target = path.join(originals.root, `salvaged-${trial}`);
      const { code, output } = await runServerProcess("--data-dir", directory, "--salvage", target);
      expect(code).toBe(0);
      const kept = [...output.matchAll(/(\d+) documents kept/g)].reduce((total, [, count]) => total + Number(count), 0);
      expect(kept).toBeGreaterThan(250);
      expect(await runServerProcess("--data-dir", target, "--check")).toMatchObject({ code: 0 });
    }
  });

  it("STO-06 refuses a directory that is not empty", async () => {
    copyOf("clean");
    const { code, errors } = await runServerProcess("--data-dir", directory, "--salvage", tmpdir());
    expect([code, errors]).toEqual([1, `embedded-mongo: ${tmpdir()} is not empty\n`]);
  });
});
