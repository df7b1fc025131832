import type { mongo } from "mongoose";
import type { Node } from "../recorder/language-uses.ts";
import type { Plan } from "../recorder/lists.ts";
import type { Doc } from "./sample-documents.ts";
import { sampleQuery } from "./sample-query.ts";

/** The plan that a server chooses for a query of some shape. */
export interface Measured {
  /** Names of the indexes; `COLLSCAN` where it reads the whole collection. */
  readonly index: string;
  readonly returned: number;
  readonly examined: number;
}

const LIMITS = { some: 20, all: 0 } as const;
/** The number of documents to try until one fits the constants of a shape. */
const ATTEMPTS = 200;

/**
 * MongoDB plans each branch of an `$or` separately. The embedded store would read the whole collection, so the branches are measured alone.
 */
export async function measurePlan(collection: mongo.Collection, plan: Plan, documents: readonly Doc[]): Promise<Measured> {
  const { $or: branches, ...rest } = plan.filter;
  const filters = Array.isArray(branches) ? branches.map((branch: Node) => ({ ...rest, ...branch })) : [plan.filter];
  const parts = await Promise.all(filters.map((filter) => measureFilter(collection, { ...plan, filter }, documents)));
  const sum = (count: (part: Measured) => number) => parts.reduce((total, part) => total + count(part), 0);
  const indexes = new Set(parts.flatMap(({ index }) => index.split(" ")));
  return { index: [...indexes].sort().join(" "), returned: sum(({ returned }) => returned), examined: sum(({ examined }) => examined) };
}

async function measureFilter(collection: mongo.Collection, plan: Plan, documents: readonly Doc[]): Promise<Measured> {
  const filter = await fittingFilter(collection, plan, documents);
  const options = { sort: plan.sort as mongo.Sort, limit: LIMITS[plan.returns] };
  const { queryPlanner, executionStats }: mongo.Document = await collection.find(filter, options).explain("executionStats");
  const text = JSON.stringify(queryPlanner.winningPlan);
  const names = [...text.matchAll(/"indexName":"([^"]+)"/g)].map(([, name]) => name);
  if (/COLLSCAN/.test(text)) names.push("COLLSCAN");
  if (/IDHACK|EXPRESS/.test(text)) names.push("_id_");
  return {
    index: [...new Set(names)].sort().join(" "),
    returned: Number(executionStats.nReturned),
    examined: Number(executionStats.totalDocsExamined),
  };
}

async function fittingFilter(collection: mongo.Collection, { filter: shape }: Plan, documents: readonly Doc[]): Promise<Doc> {
  let filter: Doc = {};
  for (const document of documents.slice(documents.length / 2, documents.length / 2 + ATTEMPTS)) {
    filter = sampleQuery(shape, document);
    if (await collection.findOne({ $and: [{ _id: document._id as never }, filter] })) return filter;
  }
  return filter;
}
