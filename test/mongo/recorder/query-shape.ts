import { isObject, type Node } from "./language-uses.ts";

/** The demands of a query on the indexes: its collection, filter without values, order, and whether a limit ends it. */
export interface QueryShape {
  readonly collection: string;
  readonly filter: Node;
  readonly sort: Node;
  /** `some` documents, when a limit or the command itself ends it, else `all`. */
  readonly returns: "some" | "all";
}

/** The shapes of the queries in a command. */
export function shapesOf(name: string, command: Node): QueryShape[] {
  const collection = String(command[name]);
  const shape = (filter: unknown, sort: unknown, returns: QueryShape["returns"]): QueryShape => ({
    collection,
    filter: shapeOfFilter(filter),
    sort: sortOf(sort),
    returns,
  });
  if (name === "find") return [shape(command.filter, command.sort, ended(command.limit))];
  if (name === "findAndModify") return [shape(command.query, command.sort, "some")];
  if (name === "update") return listOf(command.updates).map(({ q, multi }) => shape(q, {}, multi ? "all" : "some"));
  if (name === "delete") return listOf(command.deletes).map(({ q, limit }) => shape(q, {}, limit ? "some" : "all"));
  if (name === "aggregate") return shapesOfPipeline(collection, listOf(command.pipeline));
  return [];
}

const ended = (limit: unknown): QueryShape["returns"] => (limit ? "some" : "all");

/** The driver stores the order of the keys in a map. */
function sortOf(sort: unknown): Node {
  if (typeof sort === "object" && sort && "entries" in sort) return Object.fromEntries((sort as Map<string, unknown>).entries());
  return isObject(sort) ? sort : {};
}

/** The stages that the query planner can serve from an index. */
function shapesOfPipeline(collection: string, stages: readonly Node[]): QueryShape[] {
  const rest = [...stages];
  const next = (stage: string) => (rest[0] && stage in rest[0] ? rest.shift()?.[stage] : undefined);
  const filter = next("$match");
  const sort = next("$sort");
  next("$skip");
  const limit = next("$limit");
  const first: QueryShape = { collection, filter: shapeOfFilter(filter), sort: sortOf(sort), returns: ended(limit) };
  const united = rest.flatMap(({ $unionWith: union }) =>
    isObject(union) ? shapesOfPipeline(String(union.coll), listOf(union.pipeline)) : [],
  );
  return [first, ...united];
}

/** Placeholder for a value that differs from query to query. */
export const VALUE = "?";

/** Constants in the filters of partial indexes: a query with another text cannot use those indexes. */
export const INDEXED_CONSTANTS: ReadonlySet<unknown> = new Set(["PENDING", "OPEN", "QUARANTINED"]);

/** A filter without its values. Retains the values that a partial index may test: its constants, null, true, false, and the empty text. */
function shapeOfFilter(filter: unknown): Node {
  const shape = shapeOfPart(filter ?? {});
  return isObject(shape) ? shape : {};
}

function shapeOfPart(part: unknown, operator = ""): unknown {
  if (Array.isArray(part)) return part.length === 0 ? [VALUE] : distinct(part.map((item) => shapeOfPart(item)));
  if (isObject(part)) {
    const entries = Object.entries(part).map(([key, value]) => [key, key === "$expr" ? VALUE : shapeOfPart(value, key)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  // No sensible request compares with an equal empty text. A partial index uses "above the empty text" to say that a text exists.
  if (part === "") return operator.startsWith("$") ? part : VALUE;
  return part === null || typeof part === "boolean" || INDEXED_CONSTANTS.has(part) ? part : VALUE;
}

function distinct(parts: readonly unknown[]): unknown[] {
  const byText = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

/** A query by ids reads only the documents that it names, also with further conditions. */
export function isById({ filter }: Pick<QueryShape, "filter">): boolean {
  const { _id: id, $or: branches } = filter;
  if (Array.isArray(branches) && branches.every((branch) => isById({ filter: branch as Node }))) return true;
  return id === VALUE || (isObject(id) && ("$in" in id || "$eq" in id));
}

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : []);
