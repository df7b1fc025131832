import { calculateObjectSize } from "bson";
import { MemoryLimit } from "../../engine/memory-limit.ts";
import { ACCUMULATORS } from "../../expressions/accumulators.ts";
import type { Evaluation } from "../../expressions/evaluation.ts";
import { type Doc, firstKey, setOwn } from "../../values/document.ts";
import { indexKey } from "../../values/index-key.ts";
import { locationError } from "../../values/mongo-error.ts";
import { deferred, PAUSE, type Stage } from "../stage.ts";

/** The memory of a group and of each of its fields, estimated. */
const GROUP_BYTES = 200;
const VALUE_BYTES = 200;
const sizeOf = (value: unknown): number => calculateObjectSize({ value }, { ignoreUndefined: true });

/** A field of one group. */
interface GroupValue {
  add(document: Doc, memory: MemoryLimit): void;
  /** The value once all documents are added. */
  result(): unknown;
}

interface Group {
  readonly id: unknown;
  readonly values: readonly GroupValue[];
}

/** Compiles an accumulator to a function that begins a group. */
function compileGroupField(accumulator: Doc, evaluation: Evaluation): () => GroupValue {
  const operator = firstKey(accumulator) ?? "";
  const create = ACCUMULATORS[operator];
  if (!create) throw locationError(15952, `unknown group operator '${operator}'`);
  const evaluate = evaluation.compile(accumulator[operator] ?? null);
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

/** Groups documents in the order of the first document of each group. */
export const group: Stage = (documents, argument, { evaluation }) => {
  const { _id, ...fields } = argument as Doc;
  const names = Object.keys(fields);
  const starts = names.map((name) => compileGroupField(fields[name] as Doc, evaluation));
  const idOf = evaluation.compile(_id);
  const bytesOfGroup = GROUP_BYTES + names.length * VALUE_BYTES;
  return deferred(function* () {
    const memory = new MemoryLimit("$group");
    const groups = new Map<string, Group>();
    for (const document of documents) {
      if (document === PAUSE) {
        yield PAUSE;
        continue;
      }
      const id = idOf(document) ?? null;
      const key = indexKey(id);
      let group = groups.get(key);
      if (!group) {
        group = { id, values: starts.map((start) => start()) };
        groups.set(key, group);
        memory.add(2 * key.length + bytesOfGroup);
      }
      for (const value of group.values) value.add(document, memory);
    }
    for (const { id, values } of groups.values()) {
      const result: Doc = { _id: id };
      for (const [at, name] of names.entries()) setOwn(result, name, values[at]?.result());
      yield result;
    }
  });
};
