import { clone, type Doc, isDoc, isOperatorDoc, own, setOwn } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";

interface Equality {
  readonly path: string;
  readonly value: unknown;
}

/** The only element of a list; else undefined. */
const onlyEntry = (list: unknown): unknown => (Array.isArray(list) && list.length === 1 ? list[0] : undefined);

/** The values that a condition requires: those of `$eq`, and of an `$in` with one value. */
function equalValues(condition: Doc): unknown[] {
  const single = onlyEntry(condition.$in);
  return [...("$eq" in condition ? [condition.$eq] : []), ...(single === undefined ? [] : [single])];
}

function equalitiesOf(filter: Doc): Equality[] {
  const found: Equality[] = [];
  const collect = (branch: unknown) => {
    if (isDoc(branch)) found.push(...equalitiesOf(branch));
  };
  for (const path of Object.keys(filter)) {
    const condition = filter[path];
    if (path === "$and" && Array.isArray(condition)) condition.forEach(collect);
    else if (path === "$or") collect(onlyEntry(condition));
    else if (path[0] === "$") continue;
    else if (isOperatorDoc(condition)) found.push(...equalValues(condition).map((value) => ({ path, value })));
    else found.push({ path, value: condition });
  }
  return found;
}

const notSingle = (reason: string): MongoError => new MongoError(54, "NotSingleValueField", `cannot infer query fields to set, ${reason}`);

function refuseSecondMatch(path: string, seen: readonly string[]): void {
  for (const other of seen) {
    if (other === path) throw notSingle(`path '${path}' is matched twice`);
    if (other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) throw notSingle(`both paths '${other}' and '${path}' are matched`);
  }
}

/** The id that the filter of a replacement requires; the other fields come from the replacement alone. */
export function upsertId(filter: Doc): unknown {
  const part = equalitiesOf(filter).find(({ path }) => path.startsWith("_id."));
  if (part)
    throw new MongoError(111, "NotExactValueField", `field at '_id' must be exactly specified, field at sub-path '${part.path}'found`);
  return upsertSeed(filter, ({ path }) => path === "_id")._id;
}

/** The initial document of an upsert, from the equalities in its filter; its fields are in the order of their paths, as in MongoDB. */
export function upsertSeed(filter: Doc, isWanted: (equality: Equality) => boolean = () => true): Doc {
  const seed: Doc = {};
  const seen: string[] = [];
  const equalities = equalitiesOf(filter).filter(isWanted);
  for (const { path, value } of equalities.sort((left, right) => (left.path < right.path ? -1 : 1))) {
    refuseSecondMatch(path, seen);
    seen.push(path);
    const parts = path.split(".");
    let container = seed;
    for (const part of parts.slice(0, -1)) {
      let child = own(container, part);
      if (!isDoc(child)) {
        child = {};
        setOwn(container, part, child);
      }
      container = child as Doc;
    }
    setOwn(container, parts.at(-1) ?? "", clone(value));
  }
  return seed;
}
