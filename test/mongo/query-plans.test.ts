import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection, mongo, Schema } from "mongoose";
import { backendNames } from "#deploy/launch/services.ts";
import { startTestSystem } from "../support/test-system.ts";
import { dropAndClose, patientDatabase, storeUrl } from "./database-fixture.ts";
import { type Measured, measurePlan } from "./plans/measure-plan.ts";
import { type Doc, fillMixed, pathsAmong, pathsOf, sampleDocument } from "./plans/sample-documents.ts";
import { administer } from "./primary.ts";
import { listedPlans, type Plan, writePlans } from "./recorder/lists.ts";
import { INDEXED_CONSTANTS } from "./recorder/query-shape.ts";

/** The plans hold at 100,000 documents as well; deploy/docs/storage.md names the command. */
const DOCUMENTS = Number(process.env.PLAN_DOCUMENTS ?? 2_000);
/** `PLAN_WRITE=1` writes the used indexes into the list. */
const WRITE = process.env.PLAN_WRITE === "1";
/** Documents per insert; the embedded store answers no other command during an insert. */
const BATCH = 500;

const { plans, ...lists } = listedPlans();
const { bounded, ofTests } = lists;
const collections = [...new Set(plans.map(({ collection }) => collection))].filter((name) => !(name in bounded));
const measured = new Map<Plan, Measured>();

/** A collection of the product. The outbox and others are in several databases, with indexes of their own in each. */
interface Collected {
  readonly schema: Schema;
  readonly indexes: mongo.IndexDescription[];
}

let collected: ReadonlyMap<string, Collected>;
let connection: Connection;
let isEmbedded = false;

/** Two services may have indexes of one key for different documents. */
const idOf = ({ key, partialFilterExpression }: mongo.IndexDescription) => JSON.stringify([key, partialFilterExpression]);

/** The schemas and indexes of all services, as in a running system. */
async function collectionsOfSystem(): Promise<ReadonlyMap<string, Collected>> {
  const system = await startTestSystem();
  const models = backendNames.flatMap((name) => Object.values(system.runtime.database(name).connection.models));
  await system.stop();
  const found = new Map<string, Collected>();
  for (const { collection, schema } of models) {
    const { indexes } = found.get(collection.collectionName) ?? { indexes: [] };
    const known = new Set(indexes.map(idOf));
    const more = schema.indexes().map(([key, { background: _unknown, ...options }]) => ({ key, ...options }) as mongo.IndexDescription);
    found.set(collection.collectionName, { schema, indexes: [...indexes, ...more.filter((index) => !known.has(idOf(index)))] });
  }
  return found;
}

/** Inserts documents with the fields that queries and indexes name. Creates the next batch while the server stores the last one. */
async function fill(collection: mongo.Collection, { schema, indexes }: Collected): Promise<Doc[]> {
  const shapes = plans.filter((plan) => plan.collection === collection.collectionName);
  const paths = shapes.flatMap(({ filter }) => pathsOf(filter));
  const ofIndexes = indexes.flatMap(({ key, partialFilterExpression = {} }) => [
    ...Object.keys(key),
    ...Object.keys(partialFilterExpression),
  ]);
  const fields = pathsAmong(schema, new Set([...paths, ...shapes.flatMap(({ sort }) => Object.keys(sort)), ...ofIndexes]));
  const all: Doc[] = [];
  let inserted: Promise<unknown> = Promise.resolve();
  while (all.length < DOCUMENTS) {
    const batch: Doc[] = [];
    for (let number = all.length; number < Math.min(all.length + BATCH, DOCUMENTS); number += 1) {
      const document = sampleDocument(fields, number, DOCUMENTS);
      fillMixed(document, paths, number, DOCUMENTS);
      batch.push(document);
    }
    await inserted;
    inserted = insert(collection, batch);
    all.push(...batch);
    // Yields a turn of the event loop, in which the driver writes to its socket.
    await new Promise(setImmediate);
  }
  await inserted;
  return all;
}

/** Leaves out documents that violate a unique index. */
async function insert(collection: mongo.Collection, documents: readonly Doc[]): Promise<void> {
  await collection.insertMany(documents as mongo.Document[], { ordered: false }).catch((error) => {
    if (error.code !== 11_000) throw error;
  });
}

beforeAll(async () => {
  collected = await collectionsOfSystem();
  connection = await patientDatabase();
  const { gitVersion } = await administer(storeUrl(), (admin) => admin.command({ buildInfo: 1 }));
  isEmbedded = gitVersion === "embedded";
});
afterAll(async () => {
  await dropAndClose(connection);
  if (WRITE) writePlans({ ...lists, plans: plans.map(updated) });
});

/** The plan with the index that was used. The listed reason stays, because only the full size shows whether it is needed. */
const updated = (plan: Plan): Plan => ({ ...plan, index: measured.get(plan)?.index ?? plan.index });

const isCheap = ({ index, returned, examined }: Measured) => !index.includes("COLLSCAN") && examined <= 2 * returned + 1;

describe("query plans", () => {
  it.each(collections)(
    "STO-25 every query of %s uses its index and examines at most twice the documents that it returns, plus one",
    async (name) => {
      const known = collected.get(name);
      if (!known) throw new Error(`no service has a collection ${name}`);
      const collection = connection.collection(name) as unknown as mongo.Collection;
      if (known.indexes.length > 0) await collection.createIndexes(known.indexes);
      const documents = await fill(collection, known);
      const lines: string[] = [];
      for (const plan of plans.filter((each) => each.collection === name)) {
        const found = await measurePlan(collection, plan, documents);
        measured.set(plan, found);
        const text = `${JSON.stringify([plan.filter, plan.sort, plan.returns])}: ${found.index}, ${found.examined} examined, ${found.returned} returned`;
        // MongoDB may choose either of two equally good indexes.
        if (isEmbedded && found.index !== plan.index) lines.push(`uses another index than the list says (${plan.index}): ${text}`);
        if (!isCheap(found) && plan.why === undefined) lines.push(`is dear: ${text}`);
      }
      await collection.drop();
      expect(lines).toEqual([]);
    },
  );

  it("STO-25 texts that partial indexes ask for stay in the shapes, and bounded collections are collections", () => {
    const constants = [...collected.values()]
      .flatMap(({ indexes }) => indexes)
      .flatMap(({ partialFilterExpression = {} }) => Object.values(partialFilterExpression))
      .filter((value) => typeof value === "string");
    expect(constants.filter((value) => !INDEXED_CONSTANTS.has(value))).toEqual([]);
    expect(Object.keys(bounded).filter((name) => !collected.has(name))).toEqual([]);
    expect(ofTests.filter((name) => collected.has(name))).toEqual([]);
  });
});
