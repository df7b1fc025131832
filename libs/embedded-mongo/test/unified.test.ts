import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openEmbedded, type Store } from "./support/store.ts";
import type { UnifiedFile } from "./unified/format.ts";
import { isRefusal, refusalOf } from "./unified/refusals.ts";
import { connectTo, readTestFile, runFile, type TestedServer } from "./unified/run-file.ts";

const FOLDER = new URL("./unified/files/", import.meta.url);

let store: Store;
let server: TestedServer;
beforeAll(async () => {
  store = await openEmbedded({ failPoints: true });
  server = await connectTo(store.uri);
});
afterAll(async () => {
  await server.internal.close();
  await store.close();
});

function fileOf(text: string): UnifiedFile {
  const file = readTestFile(text);
  if (!file) throw new Error("this is no file of a known format");
  return file;
}

const insert = (more: object) => ({ name: "insertOne", object: "rows", arguments: { document: { _id: 1 } }, ...more });
/** The outcome of a test with some operations. */
async function outcomeOf(operations: readonly object[], more: object = {}): Promise<string> {
  const file = {
    description: "made here",
    schemaVersion: "1.0",
    createEntities: [
      { client: { id: "client" } },
      { database: { id: "database", client: "client", databaseName: "unified-made" } },
      { collection: { id: "rows", database: "database", collectionName: "rows" } },
    ],
    initialData: [{ databaseName: "unified-made", collectionName: "rows", documents: [] }],
    tests: [{ description: "one", operations, ...more }],
  };
  const [outcome] = await runFile(fileOf(JSON.stringify(file)), server);
  return `${outcome?.result}: ${outcome?.reason}`;
}

describe("the runner of the unified test format", () => {
  it.each(readdirSync(FOLDER))("STO-23 every test of %s passes on the embedded server", async (name) => {
    const outcomes = await runFile(fileOf(readFileSync(new URL(name, FOLDER), "utf8")), server);
    expect(outcomes.length).toBeGreaterThan(2);
    expect(outcomes.filter(({ result }) => result !== "passed")).toEqual([]);
  });

  it.each([
    [
      "another result",
      [insert({ expectResult: { insertedId: 2 } })],
      {},
      /^failed: insertOne gave something else; insertedId: expected 2, got 1/,
    ],
    ["an error", [insert({}), insert({})], {}, /^failed: insertOne failed: E11000/],
    [
      "an error with another code",
      [insert({}), insert({ expectError: { errorCode: 1 } })],
      {},
      /^failed: .* its error has the code 11000, not 1/,
    ],
    ["success where an error is expected", [insert({ expectError: {} })], {}, /^failed: insertOne succeeded/],
    [
      "other documents than the outcome has",
      [insert({})],
      { outcome: [{ databaseName: "unified-made", collectionName: "rows", documents: [{ _id: 1, more: 1 }] }] },
      /^failed: the collection holds something else; rows\[0\]\.more/,
    ],
  ])("STO-23 the runner reports %s", async (_what, operations, more, report) => {
    expect(await outcomeOf(operations, more)).toMatch(report);
  });

  it.each([
    ["an operation that it does not know", [{ name: "createChangeStream", object: "rows" }], {}],
    ["a test for another release", [insert({})], { runOnRequirements: [{ minServerVersion: "99.0" }] }],
    ["a test for another topology", [insert({})], { runOnRequirements: [{ topologies: ["sharded"] }] }],
  ])("STO-23 the runner skips %s, and reports the reason", async (_what, operations, more) => {
    expect(await outcomeOf(operations, more)).toMatch(/^skipped: ./);
  });

  it("STO-23 a failure counts as a refusal only if the list names the file and the test", () => {
    expect(refusalOf("run-command/runCursorCommand.json", "supports tailable cursors")).toBeDefined();
    expect(refusalOf("run-command/runCursorCommand.json", "supports batches")).toBeUndefined();
    expect(refusalOf("crud/find.json", "find with a tailable cursor")).toBeUndefined();
  });

  it("STO-23 a failure counts as a refusal if the server says that it does not know the requested feature", async () => {
    const grouped = { name: "aggregate", object: "rows", arguments: { pipeline: [{ $facet: { all: [] } }] } };
    const renamed = { name: "rename", object: "rows", arguments: { to: "others" } };
    for (const operation of [grouped, renamed]) expect(isRefusal(await outcomeOf([insert({}), operation]))).toBe(true);
    expect(isRefusal(await outcomeOf([insert({}), insert({})]))).toBe(false);
  });
});
