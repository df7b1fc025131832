import type { Connection, mongo } from "mongoose";

/** A read command. */
export interface Query {
  readonly collection: string;
  readonly filter: object;
  readonly options: { readonly sort?: Record<string, 1 | -1>; readonly limit?: number; readonly hint?: string };
}

/** The read commands of a connection during some work. */
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

/** The query plan of a read as text, and the number of rows that it examines. */
export async function planOf(connection: Connection, { collection, filter, options }: Query): Promise<{ text: string; examined: number }> {
  const cursor = connection.collection(collection).find(filter);
  if (options.sort) cursor.sort(options.sort);
  if (options.limit) cursor.limit(options.limit);
  if (options.hint) cursor.hint(options.hint);
  const plan: mongo.Document = await cursor.explain("executionStats");
  return { text: JSON.stringify(plan.queryPlanner.winningPlan), examined: Number(plan.executionStats.totalDocsExamined) };
}
