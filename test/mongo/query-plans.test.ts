import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection, mongo, Schema } from "mongoose";
import { backendNames } from "#deploy/launch/services.ts";
import { startTestSystem } from "../support/test-system.ts";
import { dropAndClose, freshDatabase, storeUrl } from "./database-fixture.ts";
import { type Measured, measurePlan } from "./plans/measure-plan.ts";
import { type Doc, fillMixed, pathsOf, sampleDocument } from "./plans/sample-documents.ts";
import { administer } from "./primary.ts";
import { identityOf, listedPlans, type Plan, writePlans } from "./recorder/lists.ts";
import { INDEXED_CONSTANTS } from "./recorder/query-shape.ts";

/** The whole: `PLAN_DOCUMENTS=100000`. */
const DOCUMENTS = Number(process.env.PLAN_DOCUMENTS ?? 2_000);
/** `PLAN_WRITE=1` writes the indexes that are used into the list. */
const WRITE = process.env.PLAN_WRITE === "1";
const BATCH = 5_000;

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

/** The schemas and indexes of all services, as a system of them has them. */
async function collectionsOfSystem(): Promise<ReadonlyMap<string, Collected>> {
  const system = await startTestSystem();
  const models = backendNames.flatMap((name) => Object.values(system.runtime.database(name).connection.models));
  await system.stop();
  const found = new Map<string, Collected>();
  for (const { collection, schema } of models) {
    const { indexes } = found.get(collection.collectionName) ?? { indexes: [] };
    const known = new Set(indexes.map(({ key }) => JSON.stringify(key)));
    const more = schema.indexes().map(([key, { background: _unknown, ...options }]) => ({ key, ...options }) as mongo.IndexDescription);
    found.set(collection.collectionName, { schema, indexes: [...indexes, ...more.filter(({ key }) => !known.has(JSON.stringify(key)))] });
  }
  return found;
}

async function fill(collection: mongo.Collection, schema: Schema): Promise<Doc[]> {
  const paths = plans.filter((plan) => plan.collection === collection.collectionName).flatMap(({ filter }) => pathsOf(filter));
  const all = Array.from({ length: DOCUMENTS }, (_, number) => {
    const document = sampleDocument(schema, number, DOCUMENTS);
    fillMixed(document, paths, number, DOCUMENTS);
    return document;
  });
  for (let start = 0; start < all.length; start += BATCH)
    // Some documents are the same to a unique index.
    await collection.insertMany(all.slice(start, start + BATCH) as mongo.Document[], { ordered: false }).catch((error) => {
      if (error.code !== 11_000) throw error;
    });
  return all;
}

beforeAll(async () => {
  collected = await collectionsOfSystem();
  connection = await freshDatabase().asPromise();
  const { parsed, argv = [] } = await administer(storeUrl(), (admin) => admin.command({ getCmdLineOpts: 1 }));
  isEmbedded = parsed !== undefined && argv[0] === "embedded";
}, 60_000);
afterAll(async () => {
  await dropAndClose(connection);
  if (WRITE) writePlans({ ...lists, plans: plans.map(updated) });
});

/** The plan as it was measured; without a reason that it does not need. */
function updated({ why, ...plan }: Plan): Plan {
  const found = [...measured].find(([known]) => identityOf(known) === identityOf(plan))?.[1];
  if (!found) return { ...plan, ...(why === undefined ? {} : { why }) };
  return { ...plan, index: found.index, ...(why === undefined || isCheap(found) ? {} : { why }) };
}

const isCheap = ({ index, returned, examined }: Measured) => !index.includes("COLLSCAN") && examined <= 2 * returned + 1;

describe("query plans", () => {
  it.each(collections)(
    "STO-25 every query of %s uses its index and examines at most twice what it returns, and one",
    async (name) => {
      const known = collected.get(name);
      if (!known) throw new Error(`no service has a collection ${name}`);
      const collection = connection.collection(name) as unknown as mongo.Collection;
      if (known.indexes.length > 0) await collection.createIndexes(known.indexes);
      const documents = await fill(collection, known.schema);
      const lines: string[] = [];
      for (const plan of plans.filter((each) => each.collection === name)) {
        const found = await measurePlan(collection, plan, documents);
        measured.set(plan, found);
        const text = `${JSON.stringify([plan.filter, plan.sort, plan.returns])}: ${found.index}, ${found.examined} examined, ${found.returned} returned`;
        // MongoDB may choose another one of two indexes that serve as well.
        if (isEmbedded && found.index !== plan.index) lines.push(`uses another index than the list says (${plan.index}): ${text}`);
        if (!isCheap(found) && plan.why === undefined) lines.push(`is dear: ${text}`);
      }
      await collection.drop();
      expect(lines).toEqual([]);
    },
    300_000,
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
