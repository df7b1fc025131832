import type { Stage } from "../stage.ts";
import { group } from "./group.ts";
import { lookup, unionWith } from "./join.ts";
import { count, limit, match, skip, sort } from "./order.ts";
import { project, replaceRoot, set, unset, unwind } from "./reshape.ts";

/** All stages over the documents of a collection. */
export const STAGES: Readonly<Record<string, Stage>> = {
  $match: match,
  $project: project,
  $unset: unset,
  $set: set,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $unwind: unwind,
  $group: group,
  $lookup: lookup,
  $unionWith: unionWith,
  $replaceRoot: replaceRoot,
};
