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

/** Filters with values of a document that fits, by documents and by shape: plans of one shape differ in order and limit. */
const fitting = new WeakMap<readonly Doc[], Map<string, Promise<Doc>>>();

function fittingFilter(collection: mongo.Collection, { filter: shape }: Plan, documents: readonly Doc[]): Promise<Doc> {
  const known = fitting.get(documents) ?? new Map<string, Promise<Doc>>();
  fitting.set(documents, known);
  const name = JSON.stringify(shape);
  const found = known.get(name) ?? firstFitting(collection, shape, documents);
  known.set(name, found);
  return found;
}

/** The filter of the first document that fits its own values. When none fits, the filter of the last one. */
async function firstFitting(collection: mongo.Collection, shape: Node, documents: readonly Doc[]): Promise<Doc> {
  const tried = documents.slice(documents.length / 2, documents.length / 2 + ATTEMPTS);
  const attempts = tried.map((document) => ({ id: document._id, filter: sampleQuery(shape, document) }));
  // Most shapes fit the first document. One command asks for all the others, whose list of ids keeps it from reading the collection.
  for (const some of [attempts.slice(0, 1), attempts.slice(1)]) {
    const own = some.map(({ id, filter }) => ({ $and: [{ _id: id }, filter] }));
    const query = { _id: { $in: some.map(({ id }) => id) }, $or: own } as mongo.Filter<mongo.Document>;
    const ids = new Set((await collection.find(query, { projection: { _id: 1 } }).toArray()).map(({ _id }) => String(_id)));
    const first = some.find(({ id }) => ids.has(String(id)));
    if (first) return first.filter;
  }
  return attempts.at(-1)?.filter ?? {};
}
