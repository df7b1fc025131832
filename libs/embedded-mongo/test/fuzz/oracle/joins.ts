import { evaluate, isTrue } from "./expressions.ts";
import { matchesFilter } from "./filters.ts";
import { type Fields, isArray, isFields, isPosition } from "./values.ts";

/** `$lookup`, from the manual's "Use $lookup with an Array" and "Missing Fields": an array stands for its elements. */

/** The values of a local field: an array gives its elements, an array on the way its documents that have the field. */
function localValues(value: unknown, parts: readonly string[]): unknown[] {
  const [part, ...rest] = parts;
  if (part === undefined) return value === undefined ? [] : isArray(value) ? value : [value];
  if (isFields(value)) return localValues(value[part], rest);
  if (!isArray(value)) return [];
  if (isPosition(part)) return localValues(value[Number(part)], rest);
  return value.filter(isFields).flatMap((element) => localValues(element, parts));
}

type Run = (documents: readonly Fields[], pipeline: readonly Fields[]) => Fields[];

/** The documents of the other collection that belong to a document; a variable is used by the first stage only, within `$expr`. */
export function joined(document: Fields, stage: Fields, foreign: readonly Fields[], run: Run): Fields {
  const {
    localField,
    foreignField,
    as,
    let: bindings,
    pipeline = [],
  } = stage as Record<string, string> & { let?: Fields; pipeline?: Fields[] };
  const values = localField === undefined ? [] : localValues(document, localField.split("."));
  const wanted = values.length ? values : [null];
  const found =
    localField === undefined ? foreign : foreign.filter((other) => matchesFilter(other, { [String(foreignField)]: { $in: wanted } }));
  if (!bindings) return { ...document, [String(as)]: run(found, pipeline) };
  const variables = Object.fromEntries(Object.entries(bindings).map(([name, expression]) => [name, evaluate(expression, document)]));
  const [first, ...stages] = pipeline;
  const { $expr } = (first?.$match ?? {}) as Fields;
  const matching = found.filter((other) => isTrue(evaluate($expr, other, variables)));
  return { ...document, [String(as)]: run(matching, stages) };
}
