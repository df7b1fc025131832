import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { openEmbedded, type Store } from "./support/store.ts";

interface Row {
  _id: number;
  n: number;
  by: number;
  group: string;
}

/** So many that the fastest machine lets others work between them more often than a few times. */
const COUNT = 24_000;
let store: Store;
let rows: mongo.Collection<Row>;

beforeAll(async () => {
  store = await openEmbedded();
});
afterAll(() => store.close());
beforeEach(async () => {
  rows = store.database.collection<Row>("rows");
  await rows.drop();
  await rows.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, n: _id, by: 0, group: "a" })));
  await rows.createIndex({ n: 1 });
});

/** Repeats an action, one after the other, until the work is done; returns the number of repetitions. */
async function meanwhile(work: Promise<unknown>, action: (turn: number) => Promise<unknown>): Promise<number> {
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  work.then(end, end);
  let turns = 0;
  for (; isRunning; turns++) await action(turns);
  await work;
  return turns - 1;
}

describe("writes of many documents", () => {
  it.each([
    ["update", false],
    ["upsert", true],
  ])(
    "STO-11 writes of many documents let others work, and an %s changes each document once although its index key moves ahead",
    async (_what, upsert) => {
      const update = rows.updateMany({ n: { $gte: 0 } }, { $inc: { n: COUNT, by: 1 } }, { hint: { n: 1 }, upsert });
      const turns = await meanwhile(update, (turn) => rows.updateOne({ _id: turn % COUNT }, { $inc: { by: 1_000 } }));
      expect(turns).toBeGreaterThan(3);
      expect(await update).toMatchObject({ matchedCount: COUNT, modifiedCount: COUNT });
      expect(await rows.countDocuments({ $expr: { $ne: ["$n", { $add: ["$_id", COUNT] }] } })).toBe(0);
      const [sums] = await rows.aggregate([{ $group: { _id: null, by: { $sum: "$by" } } }]).toArray();
      expect(sums).toMatchObject({ by: COUNT + 1_000 * (turns + 1) });
    },
  );

  it("STO-11 an update of many with upsert inserts one document if none matches", async () => {
    const upserted = await rows.updateMany({ n: -1 }, { $set: { by: 7 } }, { upsert: true });
    expect(upserted).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 });
    expect(await rows.find({ n: -1 }, { projection: { _id: 0 } }).toArray()).toEqual([{ n: -1, by: 7 }]);
  });

  it("STO-11 a removal lets others read between deletions, and spares a document that others have changed so that it does not match", async () => {
    const taken: number[] = [];
    const removal = rows.deleteMany({ group: "a" });
    const turns = await meanwhile(removal, async (turn) => {
      const _id = COUNT - 1 - turn;
      const { modifiedCount } = await rows.updateOne({ _id }, { $set: { group: "b" } });
      if (modifiedCount === 1) taken.push(_id);
    });
    expect(turns).toBeGreaterThan(3);
    expect(taken.length).toBeGreaterThan(0);
    const left = (await rows.find().toArray()).map(({ _id }) => _id);
    expect(left).toEqual([...taken].reverse());
    expect((await removal).deletedCount).toBe(COUNT - taken.length);
  });

  it("STO-11 an update waits for a document that a transaction holds, and changes the others at once", async () => {
    const session = store.client.startSession();
    session.startTransaction();
    await rows.updateOne({ _id: COUNT - 1 }, { $set: { group: "held" } }, { session });
    const update = rows.updateMany({ group: "a" }, { $set: { by: 1 } });
    const turns = meanwhile(update, async () => {
      if ((await rows.countDocuments({ by: 1 })) === COUNT - 1 && session.inTransaction()) await session.commitTransaction();
    });
    await turns;
    // the commit has changed this document so that it no longer matches
    expect(await update).toMatchObject({ modifiedCount: COUNT - 1 });
    expect(await rows.findOne({ _id: COUNT - 1 })).toMatchObject({ group: "held", by: 0 });
    await session.endSession();
  });

  it("STO-11 a write of many documents is one step within a transaction", async () => {
    await store.client.withSession((session) =>
      session.withTransaction(async () => {
        const update = rows.updateMany({}, { $set: { by: 2 } }, { session });
        await meanwhile(update, async () => expect(await rows.countDocuments({ by: 2 })).toBe(0));
        expect(await rows.countDocuments({ by: 2 }, { session })).toBe(COUNT);
      }),
    );
    expect(await rows.countDocuments({ by: 2 })).toBe(COUNT);
  });
});
