import { evaluate, Refused } from "./expressions.ts";
import { matchesFilter } from "./filters.ts";
import { joined } from "./joins.ts";
import { copyOf } from "./updates.ts";
import { compareValues, type Fields, isArray, isEqual, isFields, typeOf } from "./values.ts";

/** A tree of paths: `{ "a.b": 1 }` is `{ a: { b: 1 } }`. */
function treeOf(specification: Fields): Fields {
  const tree: Fields = {};
  for (const [path, value] of Object.entries(specification)) {
    const parts = path.split(".");
    let holder = tree;
    for (const part of parts.slice(0, -1)) {
      holder[part] ??= {};
      holder = holder[part] as Fields;
    }
    holder[parts.at(-1) ?? ""] = value;
  }
  return tree;
}

/** Keeps the fields of a tree; on the way to them an array keeps its documents and arrays. */
function included(value: unknown, tree: Fields): unknown {
  if (isArray(value)) return value.map((element) => included(element, tree)).filter((element) => element !== undefined);
  if (!isFields(value)) return undefined;
  const stored = Object.entries(value).map(([name, field]) => [name, includedField(field, tree[name])] as const);
  return Object.fromEntries(stored.filter(([, field]) => field !== undefined));
}
const includedField = (field: unknown, node: unknown): unknown => {
  if (node === undefined) return undefined;
  return isFields(node) ? included(field, node) : field;
};

function excluded(value: unknown, tree: Fields): unknown {
  if (isArray(value)) return value.map((element) => excluded(element, tree));
  if (!isFields(value)) return value;
  const stored = Object.entries(value).map(([name, field]) => {
    const node = tree[name];
    return [name, node === undefined ? field : isFields(node) ? excluded(field, node) : undefined] as const;
  });
  return Object.fromEntries(stored.filter(([, field]) => field !== undefined));
}

/** `$project` and projections of find: paths with 1, paths with 0, or new fields with expressions beside paths with 1. */
export function projected(document: Fields, specification: Fields): Fields {
  const { _id: id = 1, ...fields } = specification;
  const values = Object.values(fields);
  if (values.length ? values.every((value) => value === 0) : id === 0) return excluded(document, treeOf(specification)) as Fields;
  const stored = values.length || id === 1 ? { ...(id === 1 && { _id: 1 }), ...fields } : fields;
  const isPath = ([, value]: readonly [string, unknown]) => value === 1;
  const result = included(document, treeOf(Object.fromEntries(Object.entries(stored).filter(isPath)))) as Fields;
  const ordered: Fields = "_id" in result ? { _id: result._id, ...result } : result;
  for (const [name, expression] of Object.entries(stored).filter((entry) => !isPath(entry))) {
    const value = evaluate(expression, document);
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

/** The lists of values that a document can sort by; the least one counts. Fields of one array come from one element of it. */
function compareBy(sort: Record<string, 1 | -1>): (left: Fields, right: Fields) => number {
  const compareLists = (left: readonly unknown[], right: readonly unknown[]): number => {
    for (const [at, direction] of Object.values(sort).entries()) {
      const result = compareValues(left[at], right[at]) * direction;
      if (result) return result;
    }
    return 0;
  };
  const leastOf = (document: Fields): unknown[] =>
    sortLists(document, Object.keys(sort)).reduce((least, next) => (compareLists(next, least) < 0 ? next : least));
  return (left, right) => compareLists(leastOf(left), leastOf(right));
}

/** Only top-level fields: the oracle leaves the order by paths through arrays to the comparison of index and scan. */
function sortLists(document: Fields, names: readonly string[]): unknown[][] {
  const values = names.map((name) => document[name] ?? null);
  const arrays = values.filter(isArray);
  if (arrays.length > 1) throw new Refused("two arrays to sort by");
  const [array] = arrays;
  if (!array) return [values];
  // an empty array sorts before null: like a missing value
  return (array.length ? array : [undefined]).map((element) =>
    values.map((value) => (value === array ? (element ?? (array.length ? null : undefined)) : value)),
  );
}

function unwound(document: Fields, { path, preserveNullAndEmptyArrays, includeArrayIndex }: Fields): Fields[] {
  const field = String(path).slice(1);
  const value = document[field];
  const numbered = (result: Fields, at: number | null) => (includeArrayIndex ? { ...result, [String(includeArrayIndex)]: at } : result);
  if (isArray(value) && value.length) return value.map((element, at) => numbered({ ...document, [field]: element }, at));
  if (value !== undefined && value !== null && !isArray(value)) return [numbered(document, null)];
  if (!preserveNullAndEmptyArrays) return [];
  const { [field]: _empty, ...rest } = document;
  return [numbered(isArray(value) ? rest : document, null)];
}

const present = (values: readonly unknown[]): unknown[] => values.filter((value) => value !== undefined && value !== null);
const numbers = (values: readonly unknown[]): number[] => values.filter((value) => typeOf(value) === "number").map(Number);
const sum = (values: readonly unknown[]): number => numbers(values).reduce((total, value) => total + value, 0);

const ACCUMULATORS: Record<string, (values: unknown[]) => unknown> = {
  $sum: sum,
  $avg: (values) => (numbers(values).length ? sum(values) / numbers(values).length : null),
  $min: (values) => present(values).reduce((least, value) => (compareValues(value, least) < 0 ? value : least), present(values)[0]) ?? null,
  $max: (values) => present(values).reduce((most, value) => (compareValues(value, most) > 0 ? value : most), present(values)[0]) ?? null,
  $first: (values) => values[0] ?? null,
  $push: (values) => values.filter((value) => value !== undefined),
};

function grouped(documents: readonly Fields[], { _id, ...fields }: Fields): Fields[] {
  const groups: { id: unknown; documents: Fields[] }[] = [];
  for (const document of documents) {
    const id = evaluate(_id, document) ?? null;
    const group = groups.find((other) => isEqual(other.id, id));
    if (group) group.documents.push(document);
    else groups.push({ id, documents: [document] });
  }
  return groups.map(({ id, documents: members }) => ({
    _id: id,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, accumulator]) => {
        const [[operator, expression] = ["", null]] = Object.entries(accumulator as Fields);
        return [name, ACCUMULATORS[operator]?.(members.map((member) => evaluate(expression, member)))];
      }),
    ),
  }));
}

/** A document of new fields within a new field is merged: into the document there, or into every element of the array there. */
function withField(before: unknown, specification: unknown, document: Fields): unknown {
  if (!isFields(specification) || (Object.keys(specification)[0] ?? "$").startsWith("$")) return evaluate(specification, document);
  if (isArray(before)) return before.map((element) => withField(element, specification, document));
  return withFields(isFields(before) ? before : {}, specification, document);
}

function withFields(before: Fields, specification: Fields, document: Fields): Fields {
  const result = copyOf(before);
  for (const [name, part] of Object.entries(specification)) {
    const value = withField(before[name], part, document);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}

function replaced(document: Fields, { newRoot }: Fields): Fields {
  const root = evaluate(newRoot, document);
  if (!isFields(root)) throw new Refused("the new root is no document");
  return root;
}

type Documents = Iterable<Fields>;

function* each(documents: Documents, change: (document: Fields) => readonly Fields[]): Documents {
  for (const document of documents) yield* change(document);
}

/** The documents from one position to another; those after it are not computed, so that an error in them does not show. */
function* between(documents: Documents, from: number, to: number): Documents {
  let at = 0;
  for (const document of documents) {
    if (at >= from) yield document;
    if (++at >= to) return;
  }
}

function afterStage(documents: Documents, stage: Fields, foreign: readonly Fields[]): Documents {
  const [[name, argument] = ["", null]] = Object.entries(stage);
  const fields = argument as Fields;
  switch (name) {
    case "$match":
      return each(documents, (document) => (matchesFilter(document, fields) ? [document] : []));
    case "$sort":
      return [...documents].sort(compareBy(fields as Record<string, 1 | -1>));
    case "$skip":
      return between(documents, argument as number, Number.POSITIVE_INFINITY);
    case "$limit":
      return between(documents, 0, argument as number);
    case "$project":
      return each(documents, (document) => [projected(document, fields)]);
    case "$set":
      return each(documents, (document) => [withFields(document, fields, document)]);
    case "$unset":
      return each(documents, (document) => [excluded(document, treeOf({ [String(argument)]: 0 })) as Fields]);
    case "$group":
      return grouped([...documents], fields);
    case "$unwind":
      return each(documents, (document) => unwound(document, fields));
    case "$lookup":
      return each(documents, (document) => [joined(document, fields, foreign, (found, stages) => resultOf(found, stages, foreign))]);
    case "$replaceRoot":
      return each(documents, (document) => [replaced(document, fields)]);
    case "$count": {
      const { length } = [...documents];
      return length ? [{ [String(argument)]: length }] : [];
    }
  }
  throw new Error(`the oracle does not know ${name}`);
}

/** The result of a pipeline; `foreign` are the documents of the collection that it joins. Throws Refused where MongoDB refuses it. */
export const resultOf = (documents: readonly Fields[], pipeline: readonly Fields[], foreign: readonly Fields[] = []): Fields[] => [
  ...pipeline.reduce<Documents>((before, stage) => afterStage(before, stage, foreign), documents),
];
