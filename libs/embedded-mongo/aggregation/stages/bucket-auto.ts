import { calculateObjectSize } from "bson";
import { MemoryLimit } from "../../engine/memory-limit.ts";
import { notSupported } from "../../expressions/operator.ts";
import { isInt32, isNumeric, toDouble, typeName } from "../../values/bson-types.ts";
import { compare } from "../../values/compare.ts";
import { type Doc, isDoc } from "../../values/document.ts";
import { locationError } from "../../values/mongo-error.ts";
import { deferred, PAUSE, type Stage } from "../stage.ts";
import { compileGroupFields } from "./group.ts";

interface Entry {
  readonly value: unknown;
  readonly document: Doc;
}

const OPTIONS = new Set(["groupBy", "buckets", "output", "granularity"]);

/** Throws a MongoError for an invalid argument of `$bucketAuto`. */
export function checkBucketAuto(argument: unknown): asserts argument is Doc {
  if (!isDoc(argument)) throw locationError(40240, `The argument to $bucketAuto must be an object, but found type: ${typeName(argument)}.`);
  const unknown = Object.keys(argument).find((option) => !OPTIONS.has(option));
  if (unknown !== undefined) throw locationError(40245, `Unrecognized option to $bucketAuto: ${unknown}.`);
  const { groupBy, buckets, granularity } = argument;
  if (groupBy === undefined || buckets === undefined)
    throw locationError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  if (!isNumeric(buckets))
    throw locationError(40241, `The $bucketAuto 'buckets' field must be a numeric value, but found type: ${typeName(buckets)}.`);
  if (!isInt32(toDouble(buckets)))
    throw locationError(40242, `The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found ${String(buckets)}.`);
  if (toDouble(buckets) <= 0)
    throw locationError(40243, `The $bucketAuto 'buckets' field must be greater than 0, but found: ${String(buckets)}.`);
  if (granularity !== undefined) throw notSupported("the granularity of $bucketAuto");
}

/** Divides sorted entries into buckets of about one size; equal values share a bucket, and the last takes what is left. */
function bucketsOf(entries: readonly Entry[], count: number): Entry[][] {
  const size = Math.max(1, Math.round(entries.length / count));
  const buckets: Entry[][] = [];
  for (let from = 0; from < entries.length && buckets.length < count; ) {
    let to = buckets.length === count - 1 ? entries.length : Math.min(entries.length, from + size);
    while (to < entries.length && compare(entries[to]?.value, entries[to - 1]?.value) === 0) to++;
    buckets.push(entries.slice(from, to));
    from = to;
  }
  return buckets;
}

export const bucketAuto: Stage = (documents, argument, { evaluation }) => {
  const { groupBy, buckets, output } = argument as Doc;
  const boundedValue = evaluation.compile(groupBy);
  const fields = isDoc(output) ? output : { count: { $sum: 1 } };
  const compiled = compileGroupFields(fields, evaluation);
  return deferred(function* () {
    const memory = new MemoryLimit("$bucketAuto");
    const entries: Entry[] = [];
    for (const document of documents) {
      if (document === PAUSE) yield PAUSE;
      else {
        memory.add(calculateObjectSize(document, { ignoreUndefined: true }));
        entries.push({ value: boundedValue(document) ?? null, document });
      }
    }
    entries.sort((left, right) => compare(left.value, right.value));
    const divided = bucketsOf(entries, toDouble(buckets));
    for (const [at, bucket] of divided.entries()) {
      const last = divided[at + 1]?.[0] ?? bucket.at(-1);
      const id = { min: bucket[0]?.value, max: last?.value };
      const values = compiled.begin();
      for (const { document } of bucket) for (const value of values) value.add(document, memory);
      yield compiled.resultOf(id, values);
    }
  });
};
