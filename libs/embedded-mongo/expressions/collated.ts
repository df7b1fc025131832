import { type Doc, firstKey, isDoc, own } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";

/** Operators and accumulators that compare texts, which a collation would change. */
const COMPARING = new Set(
  "$eq $ne $gt $gte $lt $lte $cmp $in $indexOfArray $setUnion $setIntersection $setDifference $setEquals $setIsSubset $sortArray $min $max $minN $maxN $top $topN $bottom $bottomN $addToSet $rank $denseRank $documentNumber".split(
    " ",
  ),
);

const refused = (what: string): MongoError =>
  new MongoError(238, "NotImplemented", `${what} with a collation is not supported by this server; filters and sorts are`);

/** Throws if an expression compares: under a collation it would answer as without one. */
export function refuseComparisons(expression: unknown): void {
  if (Array.isArray(expression)) for (const part of expression) refuseComparisons(part);
  if (!isDoc(expression) || firstKey(expression) === "$literal") return;
  for (const key of Object.keys(expression)) {
    if (COMPARING.has(key)) throw refused(key);
    refuseComparisons(own(expression, key));
  }
}

/** Throws if a `$group` compares its ids or values; one group with sums and lists does not. */
function refuseGroupComparisons({ _id, ...fields }: Doc): void {
  if (isDoc(_id) || Array.isArray(_id) || (typeof _id === "string" && _id[0] === "$")) throw refused("$group by a value");
  refuseComparisons(fields);
}

/** Stages that group or order by expressions of their own. */
const COMPARING_STAGES = new Set(["$bucket", "$bucketAuto", "$sortByCount", "$setWindowFields", "$fill", "$densify", "$graphLookup"]);

/** Throws if a stage compares otherwise than by a filter or a sort. */
export function refuseComparingStage(name: string, argument: unknown): void {
  if (COMPARING_STAGES.has(name)) throw refused(name);
  if (name === "$group" && isDoc(argument)) refuseGroupComparisons(argument);
}
