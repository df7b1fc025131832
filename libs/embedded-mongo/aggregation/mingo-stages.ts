import { Aggregator } from "mingo/aggregator";
import type { Evaluation } from "../expressions/evaluation.ts";
import { expressionError } from "../expressions/expression-error.ts";
import { acceptsBsonValues } from "../expressions/mingo-context.ts";
import { isLong } from "../values/bson-types.ts";
import { clone, type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";

/** Stages that mingo runs. */
export const MINGO_STAGES: ReadonlySet<string> = new Set(["$densify", "$fill", "$setWindowFields"]);

/** Stages and filter operators that are implemented here and take BSON values. */
const OWN_STAGES_AND_FILTERS =
  /^\$(match|project|set|unset|addFields|group|sort|limit|skip|lookup|unwind|facet|unionWith|replaceRoot|replaceWith|bucket|bucketAuto|redact|sortByCount|merge|out|expr|elemMatch|nor|nin|all|exists|regex|text|mod|let)$/;
const isInMingo = (key: string, inMingo: boolean): boolean =>
  key[0] === "$" ? !acceptsBsonValues(key) && !OWN_STAGES_AND_FILTERS.test(key) : inMingo;

/** Converts constants below operators of mingo: a long becomes a number if that is exact. */
export function toMingoConstants(value: unknown, inMingo = false): unknown {
  if (Array.isArray(value)) return value.map((element) => toMingoConstants(element, inMingo));
  if (isDoc(value)) {
    const plain: Doc = {};
    for (const key of Object.keys(value)) {
      const field = own(value, key);
      setOwn(plain, key, key === "$literal" ? field : toMingoConstants(field, isInMingo(key, inMingo)));
    }
    return plain;
  }
  if (!inMingo) return value;
  return isLong(value) && Number.isSafeInteger(value.toNumber()) ? value.toNumber() : value;
}

/** Runs a stage with mingo over copies of the documents, because mingo changes its input. */
export function runMingoStage(documents: Iterable<Doc>, stage: Doc, { options }: Evaluation): Doc[] {
  try {
    return new Aggregator([stage], {}).stream([...documents].map(clone), options).collect<Doc>();
  } catch (error) {
    throw error instanceof MongoError ? error : expressionError(error);
  }
}
