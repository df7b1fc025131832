import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { startEmbeddedMongo } from "../index.ts";
import { createOriginals, type DamageKind, type Originals, startDamaged, tryDamages } from "./faults/damage.ts";
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
  ])("STO-06 a start after damage of the kind %s is refused with a sentence, or finds all acknowledged data", async (kind, trials) => {
    const { findings, refused } = await tryDamages(originals, trials, 7, [kind]);
    expect(findings).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  it("STO-06 a start with damaged files ends with exit code 3 and one line that names the damage, its place and the remedy", async () => {
    copyOf("killed");
    fs.rmSync(`${dataFile()}-wal`);
    const { code, errors } = await runServerProcess("--data-dir", directory);
    expect(code).toBe(3);
    expect(errors).toMatch(
      /^embedded-mongo: the data in .+ are damaged: .+data\.db-wal is missing; restore a copy, or list every damage with `.+ --check`\n$/,
    );
  });

  it("STO-06 a start after another boot uses the flushed part of the log, because a power failure may take the rest", async () => {
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
  it.each(["clean", "killed", "checkpointed"])(
    "STO-06 --check reads everything of an intact directory (%s) and changes nothing",
    async (name) => {
      copyOf(name);
      const before = fs.readdirSync(directory).map((file) => [file, fs.readFileSync(path.join(directory, file)).toString("base64")]);
      expect(await runServerProcess("--data-dir", directory, "--check")).toMatchObject({
        code: 0,
        output: `${directory}: no damage, everything was read\n`,
      });
      const after = fs.readdirSync(directory).map((file) => [file, fs.readFileSync(path.join(directory, file)).toString("base64")]);
      expect(after.filter(([file]) => file !== "lock.db-journal")).toEqual(before.filter(([file]) => file !== "lock.db-journal"));
    },
  );

  it("STO-06 --check reports each damage and ends with exit code 1", async () => {
    copyOf("clean");
    flipIn("55 55 55");
    flipIn("77 77 77");
    const { code, output } = await runServerProcess("--data-dir", directory, "--check");
    expect(code).toBe(1);
    const lines = output.trim().split("\n");
    expect(lines.filter((line) => /^record \d+ of collection saved\.\w+ has a wrong checksum$/.test(line))).toHaveLength(2);
    expect(lines.at(-1)).toBe(`${directory}: 2 damages`);
  });
});
