import { isObject, type Node } from "./language-uses.ts";

/** What a query asks of the indexes: its collection, filter without its values, order, and whether it ends at a limit. */
export interface QueryShape {
  readonly collection: string;
  readonly filter: Node;
  readonly sort: Node;
  /** `some` documents, where a limit or the command ends it, or `all`. */
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

/** The driver keeps the order of the keys in a map. */
function sortOf(sort: unknown): Node {
  if (typeof sort === "object" && sort && "entries" in sort) return Object.fromEntries((sort as Map<string, unknown>).entries());
  return isObject(sort) ? sort : {};
}

/** The stages that a query planner takes to the indexes. */
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

/** Stands for a value that differs from query to query. */
export const VALUE = "?";

/** Texts that partial indexes ask for: a query with another one cannot use them. */
export const INDEXED_CONSTANTS: ReadonlySet<unknown> = new Set(["PENDING", "OPEN", "QUARANTINED"]);

/** A filter without its values. What a partial index may ask for stays: its constants, null, true and false, the empty text. */
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
  // Equal to the empty text are only senseless requests; "above it" is how a partial index says that there is a text.
  if (part === "") return operator.startsWith("$") ? part : VALUE;
  return part === null || typeof part === "boolean" || INDEXED_CONSTANTS.has(part) ? part : VALUE;
}

function distinct(parts: readonly unknown[]): unknown[] {
  const byText = new Map(parts.map((part) => [JSON.stringify(part), part]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

/** A query by ids reads the documents that it names and no others, whatever else it asks. */
export function isById({ filter }: Pick<QueryShape, "filter">): boolean {
  const { _id: id, $or: branches } = filter;
  if (Array.isArray(branches) && branches.every((branch) => isById({ filter: branch as Node }))) return true;
  return id === VALUE || (isObject(id) && ("$in" in id || "$eq" in id));
}

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : []);
