/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import { type Database, databaseOf } from "#libs/platform/mongo/database.ts";
import { dropAndClose, freshDatabase } from "./database-fixture.ts";
import { unlistedIn } from "./recorder/lists.ts";
import { type Recording, startRecorder } from "./recorder/recorder.ts";

interface Row {
  readonly _id: string;
  readonly owner: string;
}
const schema = new Schema<Row>({ _id: String, owner: String }, { versionKey: false }).index({ owner: 1 }, { background: true });
const rows: CollectionDefinition<Row> = { name: "rows", schema };

let recorder: { stop(): Recording };
let database: Database;

beforeAll(async () => {
  recorder = startRecorder();
  database = databaseOf(freshDatabase());
  await database.connection.asPromise();
});
afterAll(() => dropAndClose(database.connection));

describe("the recorder", () => {
  it("STO-24 STO-25 reports uses that no list names, and ignores commands beside the stores", async () => {
    const stored = database.collection(rows);
    await database.createIndexes();
    await stored.find({ owner: { $not: { $eq: "a" } } }, { limit: 3, sort: { owner: 1 } });
    await stored.insert(["1", "2", "3"].map((_id) => ({ _id, owner: "a" })));
    for await (const _row of stored.scan({ owner: { $elemMatch: { $eq: "a" } } }, { batchSize: 2 })) break;
    await stored.aggregate([{ $match: { owner: "b" } }, { $unset: "owner" }]);
    await stored.updateOne({ _id: "a" }, { $rename: { owner: "owned" } } as object).catch(() => undefined);
    await database.transaction(async (tx) => void (await stored.count({ owner: "c" }, { tx })));
    await database.connection
      .collection("rows")
      .find({ besides: { $size: 1 } })
      .toArray();
    const unlisted = unlistedIn(recorder.stop());
    expect(unlisted).toEqual(
      expect.arrayContaining([
        "filter $not",
        "filter $elemMatch",
        "index background",
        "stage $unset",
        "update $rename",
        '{"collection":"rows","filter":{"owner":"?"},"sort":{},"returns":"all"}',
        '{"collection":"rows","filter":{"owner":{"$not":{"$eq":"?"}}},"sort":{"owner":1},"returns":"some"}',
        '{"collection":"rows","filter":{"owner":{"$elemMatch":{"$eq":"?"}}},"sort":{},"returns":"all"}',
      ]),
    );
    expect(unlisted).not.toContain("filter $size");
    expect(unlisted).not.toContain("command killCursors");
  });
});
