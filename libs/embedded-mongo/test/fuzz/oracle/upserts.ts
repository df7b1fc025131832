import { Refused } from "./expressions.ts";
import { resultOf } from "./pipelines.ts";
import { applied, copyOf, stepsOf } from "./updates.ts";
import { type Fields, isArray, isEqual, isFields } from "./values.ts";

/** The document that an upsert inserts, from the manual's "Upsert Behavior". */

type Equality = readonly [path: string, value: unknown];

/** The values that a condition requires: those of a plain value, of `$eq`, and of `$in` with one value. */
function equalValues(condition: unknown): unknown[] {
  if (!isFields(condition) || !Object.keys(condition)[0]?.startsWith("$")) return [condition];
  const { $eq, $in } = condition as { $eq?: unknown; $in?: unknown[] };
  return [...("$eq" in condition ? [$eq] : []), ...($in?.length === 1 ? $in : [])];
}

/** The equalities that hold for every match: those below `$and`, and below an `$or` with one branch. */
const equalitiesOf = (filter: Fields): Equality[] =>
  Object.entries(filter).flatMap(([key, condition]): Equality[] => {
    if (key === "$and" || (key === "$or" && (condition as Fields[]).length === 1)) return (condition as Fields[]).flatMap(equalitiesOf);
    return key.startsWith("$") ? [] : equalValues(condition).map((value): Equality => [key, value]);
  });

const overlaps = (left: string, right: string): boolean => `${left}.`.startsWith(`${right}.`) || `${right}.`.startsWith(`${left}.`);

/** A document of the equalities, its fields in the order of their paths. */
function seedOf(equalities: readonly Equality[]): Fields {
  for (const [at, [path]] of equalities.entries())
    if (equalities.slice(at + 1).some(([other]) => overlaps(path, other))) throw new Refused("one field is matched twice");
  const seed: Fields = {};
  for (const [path, value] of [...equalities].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const parts = path.split(".");
    let holder = seed;
    for (const part of parts.slice(0, -1)) {
      holder[part] ??= {};
      holder = holder[part] as Fields;
    }
    holder[parts.at(-1) ?? ""] = copyOf(value);
  }
  return seed;
}

const operators = ({ $setOnInsert, ...update }: Fields): Fields => ({
  ...update,
  $set: { ...(update.$set as Fields), ...($setOnInsert as Fields) },
});

const idFirst = ({ _id, ...fields }: Fields): Fields => ({ ...(_id !== undefined && { _id }), ...fields });

/** The inserted document; without an `_id` if the server makes one. Throws Refused where MongoDB refuses the upsert. */
export function upserted(filter: Fields, update: Fields | Fields[]): Fields {
  const equalities = equalitiesOf(filter);
  if (isArray(update)) return idFirst(resultOf([seedOf(equalities)], update)[0] ?? {});
  if (!Object.keys(update)[0]?.startsWith("$")) {
    const { _id: wanted } = seedOf(equalities.filter(([path]) => path === "_id"));
    if (wanted !== undefined && update._id !== undefined && !isEqual(wanted, update._id)) throw new Refused("another _id");
    return idFirst({ ...update, ...(wanted !== undefined && { _id: wanted }) });
  }
  return idFirst(applied(seedOf(equalities), stepsOf(operators(update))));
}
