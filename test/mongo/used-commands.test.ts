import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection, type mongo } from "mongoose";
import { ERROR_CODES } from "#libs/platform/mongo/error-codes.ts";
import { dropAndClose, freshDatabase } from "./database-fixture.ts";
import { DOCUMENTED_CODES, EXAMPLES, isDocumentedOption, NOT_ALONE } from "./documented.ts";
import { listedUses } from "./recorder/lists.ts";

let connection: Connection;
let database: mongo.Db;

beforeAll(async () => {
  connection = await freshDatabase().asPromise();
  ({ db: database } = connection as unknown as { db: mongo.Db });
  await database.collection<{ _id: number }>("examples").insertOne({ _id: 1, n: 1, text: "a", list: [1], date: new Date(0) } as never);
});
afterAll(() => dropAndClose(connection));

describe("the product's use of MongoDB", () => {
  const listed = listedUses();
  const options = listed.filter((use) => use.startsWith("option "));
  const shown = listed.filter((use) => !use.startsWith("option ") && !NOT_ALONE.has(use));

  it.each(shown)("STO-24 %s is documented, and the server takes it", async (use) => {
    expect(Object.keys(EXAMPLES)).toContain(use);
    expect(await database.command({ ...EXAMPLES[use] })).toMatchObject({ ok: 1 });
  });

  it("STO-24 options are documented", () => {
    expect(options.length).toBeGreaterThan(30);
    expect(options.filter((use) => !isDocumentedOption(use.replace("option ", "")))).toEqual([]);
    expect(["find.tailble", "update.updates.mutli: true"].filter(isDocumentedOption)).toEqual([]);
  });

  it("STO-24 the error codes that the platform reacts to are MongoDB's", () => {
    expect(ERROR_CODES).toEqual(DOCUMENTED_CODES);
  });

  it("STO-24 the server refuses an option, an operator and a stage that it does not know", async () => {
    const unknown = [
      { find: "examples", tailble: true },
      { find: "examples", filter: { n: { $near: 1, $nope: 1 } } },
      { aggregate: "examples", pipeline: [{ $nope: 1 }], cursor: {} },
      { update: "examples", updates: [{ q: {}, u: { $nope: { n: 1 } } }] },
    ];
    for (const command of unknown) {
      const reply = await database.command(command).catch((error: unknown) => error);
      const refused = reply instanceof mongoose.mongo.MongoServerError || (reply as { writeErrors?: unknown }).writeErrors;
      expect(refused).toBeTruthy();
    }
  });
});
