import type { Stage } from "../stage.ts";
import { bucket, group, sortByCount } from "./group.ts";
import { facet, graphLookup, lookup, unionWith } from "./join.ts";
import { count, limit, match, sample, skip, sort } from "./order.ts";
import { addFields, project, redact, replaceRoot, replaceWith, unset } from "./reshape.ts";
import { unwind } from "./unwind.ts";

/** The stages of our own. */
export const STAGES: Readonly<Record<string, Stage>> = {
  $match: match,
  $project: project,
  $unset: unset,
  $addFields: addFields,
  $set: addFields,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $sample: sample,
  $sortByCount: sortByCount,
  $unwind: unwind,
  $group: group,
  $bucket: bucket,
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith: unionWith,
  $facet: facet,
  $redact: redact,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceWith,
};

/** Stages that mingo runs, over copies of the documents. */
export const FOREIGN_STAGES: ReadonlySet<string> = new Set(["$bucketAuto", "$densify", "$fill", "$setWindowFields"]);
