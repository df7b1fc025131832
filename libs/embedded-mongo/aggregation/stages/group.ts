import { ACCUMULATORS } from "../../expressions/accumulators.ts";
import type { Evaluation } from "../../expressions/evaluation.ts";
import { accumulatorNamed, scopeFor } from "../../expressions/mingo-context.ts";
import { compare } from "../../values/compare.ts";
import { type Doc, firstKey, isDoc, own, setOwn } from "../../values/document.ts";
import { indexKey } from "../../values/index-key.ts";
import { locationError } from "../../values/mongo-error.ts";
import { deferred, PAUSE, type Stage } from "../stage.ts";
import { sort } from "./order.ts";

interface Group {
  readonly id: unknown;
  readonly documents: Doc[];
}
type GroupField = (group: Group) => unknown;

/** Removes missing fields from a group id. */
function withoutMissing(value: unknown): unknown {
  if (!isDoc(value)) return value;
  const present: Doc = {};
  for (const key of Object.keys(value)) if (own(value, key) !== undefined) setOwn(present, key, withoutMissing(own(value, key)));
  return present;
}

/** Compiles an accumulator to a function of a group. */
export function compileGroupField(accumulator: Doc, evaluation: Evaluation): GroupField {
  const operator = firstKey(accumulator) ?? "";
  const expression = operator === "$count" ? null : (accumulator[operator] ?? { $literal: null });
  const accumulate = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!accumulate) {
    const mingoAccumulator = accumulatorNamed(operator);
    return ({ id, documents }) =>
      mingoAccumulator?.(documents, expression, scopeFor(evaluation.options, null).update({ root: null, groupId: id }));
  }
  if (expression === null) return ({ documents }) => accumulate(documents);
  const evaluate = evaluation.compile(expression);
  return ({ documents }) => accumulate(documents.map((document) => evaluate(document)));
}

/** Groups documents by `idOf`, in the order of the first document of each group. */
function groupBy(documents: Iterable<Doc>, idOf: (document: Doc) => unknown, fields: Doc, evaluation: Evaluation): Iterable<Doc> {
  const computed = Object.keys(fields).map((name) => ({ name, compute: compileGroupField(fields[name] as Doc, evaluation) }));
  return deferred(function* () {
    const groups = new Map<string, Group>();
    for (const document of documents) {
      if (document === PAUSE) {
        yield PAUSE;
        continue;
      }
      const id = withoutMissing(idOf(document) ?? null);
      const key = indexKey(id);
      const existing = groups.get(key);
      if (existing) existing.documents.push(document);
      else groups.set(key, { id, documents: [document] });
    }
    for (const entry of groups.values()) {
      const result: Doc = { _id: entry.id };
      for (const { name, compute } of computed) setOwn(result, name, compute(entry));
      yield result;
    }
  });
}

export const group: Stage = (documents, argument, { evaluation }) => {
  const { _id, ...fields } = argument as Doc;
  return groupBy(documents, evaluation.compile(_id), fields, evaluation);
};

export const sortByCount: Stage = (documents, argument, scope) =>
  sort(group(documents, { _id: argument, count: { $sum: 1 } }, scope), { count: -1 }, scope);

export const bucket: Stage = (documents, argument, scope) => {
  const { boundaries, groupBy: expression, output, ...options } = argument as Doc;
  const limits = boundaries as unknown[];
  const boundedValue = scope.evaluation.compile(expression);
  const bucketOf = (document: Doc): unknown => {
    const value = boundedValue(document);
    const index = limits.findIndex((limit, at) => at > 0 && compare(limits[at - 1], value) <= 0 && compare(value, limit) < 0);
    if (index > 0) return limits[index - 1];
    if (!("default" in options))
      throw locationError(40066, "$switch could not find a matching branch for an input, and no default was specified.");
    return options.default;
  };
  const fields = isDoc(output) ? output : { count: { $sum: 1 } };
  return sort(groupBy(documents, bucketOf, fields, scope.evaluation), { _id: 1 }, scope);
};
