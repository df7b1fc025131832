/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Schema } from "mongoose";
import type { Collection, CollectionDefinition, Filter, Sort, Update } from "#libs/platform/mongo/collection.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { type Stage, simulatedDatabase } from "./database.ts";
import { Store } from "./store.ts";

interface Row {
  readonly _id: string;
  readonly owner: string;
  readonly key?: string;
  readonly open?: true;
  readonly count: number;
  readonly amount: bigint;
  readonly at: Date;
  readonly tags: string[];
  readonly note: string | null;
  readonly part?: { readonly unread: number };
}

const schema = new Schema<Row>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    key: String,
    open: Boolean,
    count: { type: Number, required: true },
    amount: { type: BigInt, default: 0n },
    at: { type: Date, required: true },
    tags: { type: [String], required: true },
    note: { type: String, default: null },
    part: { type: new Schema({ unread: { type: Number, required: true } }, { _id: false }) },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ owner: 1, key: 1 }, { name: "one_open", unique: true, partialFilterExpression: { open: true } });

const definition: CollectionDefinition<Row> = { name: "rows", schema };
const STEPS = 400;

/** A stage on which every call ends at once. */
function quietStage(): Stage {
  const world = {
    call: async (_replica: number, _label: string, run: () => unknown) => run(),
    maybeConflict: () => {},
    strikes: () => false,
  };
  return { world, stores: new Map([["rows", new Store()]]) } as unknown as Stage;
}

let runtime: TestRuntime;
let real: Database;
let simulated: Database;
beforeAll(async () => {
  runtime = createTestRuntime();
  real = runtime.database("simulated");
  real.collection(definition);
  await real.createIndexes();
});
afterAll(() => disposeRuntime(runtime, ["simulated"]));

type Step = (rows: Collection<Row>) => Promise<unknown>;

const instant = (random: Random) => new Date(1_000 * random.below(20));
const name = (random: Random) => `u${random.below(3)}`;
const id = (random: Random) => `row-${random.below(12)}`;

function filterOf(random: Random): Filter<Row> {
  const filters: (() => Filter<Row>)[] = [
    () => ({ _id: id(random) }),
    () => ({ owner: name(random), open: true }),
    () => ({ count: { $gte: random.below(6) }, owner: { $ne: name(random) } }),
    () => ({ amount: { $gte: BigInt(random.below(500)) } }),
    () => ({ at: { $lte: instant(random) } }),
    () => ({ $or: [{ at: { $lte: instant(random) } }, { at: { $gt: instant(random) } }], note: null }),
    () => ({ tags: name(random) }),
    () => ({ _id: { $in: [id(random), id(random)] }, key: { $exists: random.below(2) === 0 } }),
    () => ({ "part.unread": { $gt: random.below(3) } }),
  ];
  return random.pick(filters)();
}

function updateOf(random: Random): Update<Row> {
  const updates: (() => Update<Row>)[] = [
    () => ({ $set: { note: name(random), at: instant(random) } }),
    () => ({ $inc: { count: 1, amount: BigInt(random.below(100)) } }),
    () => ({ $unset: { open: 1, key: 1 } }),
    () => ({ $min: { at: instant(random) } }),
    () => ({ $set: { open: true, key: `k${random.below(2)}` } }),
    () => ({ $addToSet: { tags: { $each: [name(random), name(random)] } } }),
    () => ({ $set: { "part.unread": random.below(4) }, $inc: { count: -1 } }),
  ];
  return random.pick(updates)();
}

function stepOf(random: Random): Step {
  const [filter, update, sort] = [filterOf(random), updateOf(random), { count: random.pick([1, -1] as const), _id: 1 } satisfies Sort];
  const open = random.below(2) === 0 ? { open: true as const, key: `k${random.below(2)}` } : {};
  const row: Row = {
    ...{ _id: id(random), owner: name(random), count: random.below(8), amount: BigInt(random.below(900)), at: instant(random) },
    ...{ tags: [name(random)], note: null, ...open },
  };
  const { _id, ...onInsert } = row;
  const limit = 1 + random.below(5);
  const steps: Step[] = [
    (rows) => rows.insert(row),
    (rows) => rows.insert([row, { ...row, _id: `${_id}-b` }]),
    (rows) => rows.find(filter, { sort, limit, skip: limit % 2 }),
    (rows) => rows.findOne(filter, { sort }),
    (rows) => rows.count(filter, { limit }),
    (rows) => rows.updateOne({ _id }, update),
    (rows) => rows.updateMany(filter, { $inc: { count: 1 } }),
    (rows) => rows.updateOne({ _id }, { $setOnInsert: onInsert }, { upsert: true }),
    (rows) => rows.findOneAndUpdate(filter, update, { sort, returnDocument: random.pick(["before", "after"] as const) }),
    (rows) => rows.findOneAndDelete({ owner: name(random), count: { $lt: 0 } }, { sort }),
    (rows) => rows.deleteOne({ _id }),
    (rows) => rows.bulkWrite([{ updateOne: { filter: { _id }, update: { $setOnInsert: onInsert }, upsert: true } }]),
    (rows) => rows.bulkWrite([{ updateOne: { filter: { _id }, update } }, { updateOne: { filter: { _id: id(random) }, update } }]),
    (rows) =>
      rows.aggregate([
        ...[{ $match: filter as object }, { $sort: sort }, { $skip: limit % 2 }, { $limit: limit }],
        { $unionWith: { coll: definition.name, pipeline: [{ $match: { owner: row.owner } }, { $count: "recent" }] } },
      ]),
  ];
  return random.pick(steps);
}

async function outcomeOf(step: Step, database: Database): Promise<unknown> {
  return step(database.collection(definition)).then(comparable, (error: { code?: number }) => ({ refused: error.code ?? String(error) }));
}

/** Removes the fields that the port does not promise. */
function comparable(outcome: unknown): unknown {
  if (outcome === null || typeof outcome !== "object" || Array.isArray(outcome)) return outcome;
  const { acknowledged, upsertedId, insertedId, insertedIds, ...promised } = outcome as Record<string, unknown>;
  return promised;
}

describe("the store of the simulation", () => {
  it.each([1, 2, 3])("SIM-01 answers %i. random operations of the port as the real store does", async (seed) => {
    simulated = simulatedDatabase({ stage: quietStage(), replica: 0, name: "rows", planted: {} });
    await real.collection(definition).deleteMany({});
    for (let at = 0; at < STEPS; at += 1) {
      // Two generators with one seed, so that a step makes the same choices in both runs.
      const [one, other] = [seededRandom(seed * 10_000 + at), seededRandom(seed * 10_000 + at)];
      const [expected, found] = [await outcomeOf(stepOf(one), real), await outcomeOf(stepOf(other), simulated)];
      expect([at, found]).toEqual([at, expected]);
    }
    const all: Step = (rows) => rows.find({}, { sort: { _id: 1 } });
    expect(await outcomeOf(all, simulated)).toEqual(await outcomeOf(all, real));
  });

  it("SIM-01 repeats a transaction whose document was written meanwhile, and shows it one snapshot, as the real store does", async () => {
    simulated = simulatedDatabase({ stage: quietStage(), replica: 0, name: "rows", planted: {} });
    const run = async (database: Database) => {
      const rows = database.collection(definition);
      await rows.deleteMany({});
      await rows.insert(["a", "b"].map((_id) => ({ _id, owner: _id, count: 0, amount: 0n, at: new Date(0), tags: [], note: null })));
      const seen: unknown[] = [];
      await database.transaction(async (tx) => {
        seen.push((await rows.findOne({ _id: "a" }, { tx }))?.count);
        if (seen.length === 1) await rows.updateMany({}, { $inc: { count: 5 } });
        seen.push((await rows.findOne({ _id: "b" }, { tx }))?.count);
        await rows.updateOne({ _id: "a" }, { $inc: { count: 1 } }, { tx });
      });
      return [...seen, (await rows.findOne({ _id: "a" }))?.count];
    };
    expect(await run(simulated)).toEqual([0, 0, 5, 5, 6]);
    expect(await run(real)).toEqual([0, 0, 5, 5, 6]);
  });

  it("SIM-01 repeats a transaction whose upsert meets a document that was inserted meanwhile, as the real store does", async () => {
    simulated = simulatedDatabase({ stage: quietStage(), replica: 0, name: "rows", planted: {} });
    const run = async (database: Database) => {
      const rows = database.collection(definition);
      await rows.deleteMany({});
      let attempts = 0;
      await database.transaction(async (tx) => {
        attempts += 1;
        await rows.findOne({ _id: "a" }, { tx });
        const onInsert = { owner: "a", amount: 0n, at: new Date(0), tags: [], note: null };
        if (attempts === 1) await rows.insert({ _id: "a", ...onInsert, count: 5 });
        await rows.updateOne({ _id: "a" }, { $setOnInsert: onInsert, $inc: { count: 1 } }, { tx, upsert: true });
      });
      return [attempts, (await rows.findOne({ _id: "a" }))?.count];
    };
    expect(await run(real)).toEqual([2, 6]);
    expect(await run(simulated)).toEqual([2, 6]);
  });
});
