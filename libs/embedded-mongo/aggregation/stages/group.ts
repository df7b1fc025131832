import { calculateObjectSize } from "bson";
import { MemoryLimit } from "../../engine/memory-limit.ts";
import { ACCUMULATORS } from "../../expressions/accumulators.ts";
import type { Evaluation } from "../../expressions/evaluation.ts";
import { accumulatorNamed, scopeFor } from "../../expressions/mingo-context.ts";
import { compare } from "../../values/compare.ts";
import { type Doc, firstKey, isDoc, own, setOwn } from "../../values/document.ts";
import { indexKey } from "../../values/index-key.ts";
import { locationError } from "../../values/mongo-error.ts";
import { deferred, PAUSE, type Stage } from "../stage.ts";
import { sort } from "./order.ts";

/** The memory of a group and of each of its fields, estimated. */
const GROUP_BYTES = 200;
const VALUE_BYTES = 200;
const sizeOf = (value: unknown): number => calculateObjectSize({ value }, { ignoreUndefined: true });

/** A field of one group. */
interface GroupValue {
  add(document: Doc, memory: MemoryLimit): void;
  /** The value once all documents are added. */
  result(id: unknown): unknown;
}

interface Group {
  readonly id: unknown;
  readonly values: readonly GroupValue[];
}

/** Removes missing fields from a group id. */
function withoutMissing(value: unknown): unknown {
  if (!isDoc(value)) return value;
  const present: Doc = {};
  for (const key of Object.keys(value)) if (own(value, key) !== undefined) setOwn(present, key, withoutMissing(own(value, key)));
  return present;
}

/** Compiles an accumulator to a function that begins a group. */
function compileGroupField(accumulator: Doc, evaluation: Evaluation): () => GroupValue {
  const operator = firstKey(accumulator) ?? "";
  const expression = operator === "$count" ? null : (accumulator[operator] ?? { $literal: null });
  const create = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!create) {
    const mingoAccumulator = accumulatorNamed(operator);
    return () => {
      // mingo evaluates the expression itself, over whole documents
      const documents: Doc[] = [];
      return {
        add(document, memory) {
          memory.add(sizeOf(document));
          documents.push(document);
        },
        result: (id) => mingoAccumulator?.(documents, expression, scopeFor(evaluation.options, null).update({ root: null, groupId: id })),
      };
    };
  }
  const evaluate = expression === null ? () => null : evaluation.compile(expression);
  return () => {
    const values = create();
    return {
      add(document, memory) {
        const value = evaluate(document);
        if (values.add(value)) memory.add(sizeOf(value));
      },
      result: () => values.result(),
    };
  };
}

/** Compiles the fields of groups: how one begins, and the document that it gives at its end. */
export function compileGroupFields(fields: Doc, evaluation: Evaluation) {
  const names = Object.keys(fields);
  const starts = names.map((name) => compileGroupField(fields[name] as Doc, evaluation));
  return {
    begin: (): readonly GroupValue[] => starts.map((start) => start()),
    resultOf(id: unknown, values: readonly GroupValue[]): Doc {
      const result: Doc = { _id: id };
      for (const [at, name] of names.entries()) setOwn(result, name, values[at]?.result(id));
      return result;
    },
  };
}

/** Groups documents by `idOf`, in the order of the first document of each group. */
function groupBy(documents: Iterable<Doc>, idOf: (document: Doc) => unknown, fields: Doc, evaluation: Evaluation): Iterable<Doc> {
  const compiled = compileGroupFields(fields, evaluation);
  const bytesOfGroup = GROUP_BYTES + Object.keys(fields).length * VALUE_BYTES;
  return deferred(function* () {
    const memory = new MemoryLimit("$group");
    const groups = new Map<string, Group>();
    for (const document of documents) {
      if (document === PAUSE) {
        yield PAUSE;
        continue;
      }
      const id = withoutMissing(idOf(document) ?? null);
      const key = indexKey(id);
      let group = groups.get(key);
      if (!group) {
        group = { id, values: compiled.begin() };
        groups.set(key, group);
        memory.add(2 * key.length + bytesOfGroup);
      }
      for (const value of group.values) value.add(document, memory);
    }
    for (const { id, values } of groups.values()) yield compiled.resultOf(id, values);
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
