import type { Stage } from "../stage.ts";
import { bucketAuto } from "./bucket-auto.ts";
import { bucket, group, sortByCount } from "./group.ts";
import { facet, graphLookup, lookup, unionWith } from "./join.ts";
import { count, limit, match, sample, skip, sort } from "./order.ts";
import { addFields, project, redact, replaceRoot, replaceWith, unset, unwind } from "./reshape.ts";

/** The stages that are implemented here. */
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
  $bucketAuto: bucketAuto,
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith: unionWith,
  $facet: facet,
  $redact: redact,
  $replaceRoot: replaceRoot,
  $replaceWith: replaceWith,
};
