import type { Document } from "mongodb";
import type { Connection } from "mongoose";

/** A read of the service, as it was sent. */
export interface Query {
  readonly collection: string;
  readonly filter: object;
  readonly options: { readonly sort?: Record<string, 1 | -1>; readonly limit?: number; readonly hint?: string };
}

/** The reads of a connection while some work runs. */
export async function queriesOf(connection: Connection, work: () => Promise<unknown>): Promise<Query[]> {
  const seen: Query[] = [];
  connection.set("debug", (collection: string, method: string, argument: unknown, options: Query["options"] = {}) => {
    if (method === "find" || method === "countDocuments") seen.push({ collection, filter: argument as object, options });
    if (method === "findOne") seen.push({ collection, filter: argument as object, options: { ...options, limit: 1 } });
    if (method === "aggregate") seen.push({ collection, filter: (argument as [{ $match: object }])[0].$match, options });
  });
  await work();
  connection.set("debug", false);
  return seen;
}

/** How the store runs a read: its plan as text, and how many rows it looks at. */
export async function planOf(connection: Connection, { collection, filter, options }: Query): Promise<{ text: string; examined: number }> {
  const cursor = connection.collection(collection).find(filter);
  if (options.sort) cursor.sort(options.sort);
  if (options.limit) cursor.limit(options.limit);
  if (options.hint) cursor.hint(options.hint);
  const plan: Document = await cursor.explain("executionStats");
  return { text: JSON.stringify(plan.queryPlanner.winningPlan), examined: Number(plan.executionStats.totalDocsExamined) };
}
