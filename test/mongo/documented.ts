import type { ERROR_CODES } from "#libs/platform/mongo/error-codes.ts";

// The product's use of MongoDB, as the manual of release 7.0 documents it. Each item has a command that shows it; a server that does not
// know the item refuses the command.

type Example = Readonly<Record<string, unknown>>;

const find = (filter: object): Example => ({ find: "examples", filter });
const update = (u: unknown, options: object = {}): Example => ({ update: "examples", updates: [{ q: { _id: 1 }, u, ...options }] });
const pipeline = (...stages: object[]): Example => ({ aggregate: "examples", pipeline: stages, cursor: {} });
const expression = (shown: object): Example => pipeline({ $project: { shown } });
const accumulator = (shown: object): Example => pipeline({ $group: { _id: null, shown } });
const index = (options: object, key: object = { n: 1 }): Example => ({
  createIndexes: "examples",
  indexes: [{ key, name: `by_${JSON.stringify([key, options])}`, ...options }],
});

const FILTERS = {
  $and: [{ n: 1 }, { text: "a" }],
  $expr: { $eq: ["$n", 1] },
  $nor: [{ n: 2 }],
  $or: [{ n: 1 }, { n: 2 }],
};
const CONDITIONS = {
  $elemMatch: { $gt: 0 },
  $eq: 1,
  $exists: true,
  $gt: 0,
  $gte: 1,
  $in: [1],
  $lt: 2,
  $lte: 1,
  $ne: 2,
  $nin: [2],
  $not: { $gt: 2 },
  $size: 1,
  $type: "string",
};
const UPDATES = {
  $addToSet: { list: 1 },
  $inc: { n: 1 },
  $max: { n: 1 },
  $min: { n: 1 },
  $pull: { list: 1 },
  $push: { list: 1 },
  $set: { n: 1 },
  $setOnInsert: { n: 1 },
  $unset: { other: "" },
};
const STAGES = {
  $count: "all",
  $group: { _id: "$n" },
  $limit: 1,
  $lookup: { from: "examples", localField: "n", foreignField: "n", as: "found" },
  $match: { n: 1 },
  $project: { n: 1 },
  $replaceRoot: { newRoot: "$$ROOT" },
  $set: { m: 1 },
  $skip: 1,
  $sort: { n: 1 },
  $unionWith: "examples",
  $unset: "n",
  $unwind: "$list",
};
const EXPRESSIONS = {
  $add: ["$n", 1],
  $and: [true, "$n"],
  $cond: ["$n", 1, 2],
  $dateToString: { date: "$date", format: "%Y-%m-%d" },
  $divide: ["$n", 2],
  $eq: ["$n", 1],
  $gt: ["$n", 1],
  $gte: ["$n", 1],
  $ifNull: ["$n", 0],
  $in: ["$n", [1]],
  $indexOfArray: ["$list", 1],
  $indexOfBytes: ["$text", "a"],
  $literal: 1,
  $lt: ["$n", 1],
  $lte: ["$n", 1],
  $max: ["$n", 1],
  $min: ["$n", 1],
  $multiply: ["$n", 2],
  $ne: ["$n", 1],
  $not: ["$n"],
  $or: [false, "$n"],
  $round: ["$n", 0],
  $size: "$list",
  $slice: [[1, 2], 1],
  $subtract: ["$n", 1],
  $sum: "$list",
  $toLong: "$n",
};
const ACCUMULATORS = { $avg: "$n", $first: "$n", $max: "$n", $min: "$n", $push: "$n", $sum: "$n" };
const INDEXES = { expireAfterSeconds: 60, partialFilterExpression: { n: { $gt: 1 } }, sparse: true, unique: true };

const examplesOf = (kind: string, table: object, show: (part: object, name: string) => Example): [string, Example][] =>
  Object.entries(table).map(([name, argument]) => [`${kind} ${name}`, show({ [name]: argument }, name)]);

/** One command for each item; items have the names that the recorder gives them. */
export const EXAMPLES: Readonly<Record<string, Example>> = Object.fromEntries([
  ...examplesOf("filter", FILTERS, find),
  ...examplesOf("filter", CONDITIONS, (condition) => find({ n: condition })),
  ...examplesOf("partial index", CONDITIONS, (condition, name) =>
    index({ partialFilterExpression: { n: condition } }, { [`partial${name.slice(1)}`]: 1 }),
  ),
  ...examplesOf("update", UPDATES, (part) => update(part)),
  ...examplesOf("stage", STAGES, (stage) => pipeline(stage)),
  ...examplesOf("expression", EXPRESSIONS, expression),
  ...examplesOf("accumulator", ACCUMULATORS, accumulator),
  ...examplesOf("index", INDEXES, (options, name) =>
    index(options, name === "expireAfterSeconds" ? { date: 1 } : { [name]: 1, text: 1, _id: 1 }),
  ),
  ["index name", index({}, { named: 1 })],
  ["index key 1", index({}, { up: 1 })],
  ["index key -1", index({}, { down: -1 })],
  ...["as", "foreignField", "from", "localField"].map((part): [string, Example] => [
    `stage $lookup.${part}`,
    pipeline({ $lookup: { from: "examples", localField: "n", foreignField: "n", as: "found" } }),
  ]),
  [
    "stage $lookup.pipeline",
    pipeline({ $lookup: { from: "examples", localField: "n", foreignField: "n", pipeline: [{ $match: { n: 1 } }], as: "found" } }),
  ],
  ...["stage $lookup.let", "variable $$id", "variable $$enteredAt"].map((part): [string, Example] => [
    part,
    pipeline({
      $lookup: {
        from: "examples",
        localField: "n",
        foreignField: "n",
        let: { id: "$_id", enteredAt: "$date" },
        pipeline: [{ $match: { $expr: { $and: [{ $lte: ["$date", "$$enteredAt"] }, { $lt: ["$_id", "$$id"] }] } } }],
        as: "found",
      },
    }),
  ]),
  ["stage $unionWith.coll", pipeline({ $unionWith: { coll: "examples" } })],
  ["stage $unionWith.pipeline", pipeline({ $unionWith: { coll: "examples", pipeline: [{ $match: { n: 1 } }] } })],
  ["update $addToSet $each", update({ $addToSet: { list: { $each: [1, 2] } } })],
  ["update $push $each", update({ $push: { list: { $each: [1] } } })],
  ["update $push $slice", update({ $push: { list: { $each: [1], $slice: -5 } } })],
  ["update pipeline", update([{ $set: { n: 1 } }])],
  ["variable $$NOW", expression({ $eq: ["$$NOW", 1] })],
  ["variable $$ROOT", expression({ $eq: ["$$ROOT", 1] })],
  ["variable $$REMOVE", pipeline({ $set: { n: "$$REMOVE" } })],
  ["projection of fields", { find: "examples", projection: { n: 1 } }],
  ["projection expression", { find: "examples", projection: { twice: { $multiply: ["$n", 2] } } }],
  ["command aggregate", pipeline()],
  ["command createIndexes", index({}, { another: 1 })],
  ["command delete", { delete: "examples", deletes: [{ q: { _id: 9 }, limit: 1 }] }],
  ["command endSessions", { endSessions: [] }],
  ["command find", find({})],
  ["command findAndModify", { findAndModify: "examples", query: { _id: 1 }, update: { $set: { n: 1 } } }],
  ["command insert", { insert: "examples", documents: [{ _id: 2 }] }],
  ["command killSessions", { killSessions: [] }],
  ["command update", update({ $set: { n: 1 } })],
]);

/** Commands that need a transaction, a cursor or the admin database. Tests of transactions, long lists and purges cover them. */
export const NOT_ALONE: ReadonlySet<string> = new Set([
  "command abortTransaction",
  "command commitTransaction",
  "command fsync",
  "command getMore",
]);

/** Options that every command accepts. */
const GENERIC = "maxTimeMS comment";
const CONCERNS = [
  "readConcern.level: majority",
  "readConcern.level: snapshot",
  "writeConcern.j: true",
  "writeConcern.w: 0",
  "writeConcern.w: 1",
  "writeConcern.w: majority",
];
const WRITE = "ordered bypassDocumentValidation let";
const OPTIONS: Readonly<Record<string, string>> = {
  abortTransaction: "",
  aggregate: "pipeline cursor explain allowDiskUse collation hint let bypassDocumentValidation",
  commitTransaction: "",
  createIndexes: "indexes commitQuorum",
  delete: `deletes deletes.q deletes.limit deletes.hint deletes.collation ${WRITE}`,
  endSessions: "",
  find: "filter sort projection hint skip limit batchSize singleBatch max min returnKey showRecordId collation allowDiskUse let",
  findAndModify: `query sort remove update new fields upsert arrayFilters hint collation ${WRITE}`,
  getMore: "collection batchSize",
  insert: `documents ${WRITE}`,
  killSessions: "",
  update: `updates updates.q updates.u updates.multi updates.upsert updates.hint updates.arrayFilters updates.collation updates.c ${WRITE}`,
};

/** Whether the manual documents an option, such as `find.sort` or `update.updates.multi: true`. */
export function isDocumentedOption(option: string): boolean {
  if (CONCERNS.includes(option)) return true;
  const [path = ""] = option.split(": ");
  const [command = "", ...rest] = path.split(".");
  return `${GENERIC} ${OPTIONS[command] ?? ""}`.split(" ").includes(rest.join("."));
}

/** The codes that MongoDB 7 gives to the errors that the product reacts to. */
export const DOCUMENTED_CODES: typeof ERROR_CODES = {
  MaxTimeMSExpired: 50,
  WriteConcernFailed: 64,
  QueryPlanKilled: 175,
  ShutdownInProgress: 91,
  PrimarySteppedDown: 189,
  LegacyNotPrimary: 10_058,
  NotWritablePrimary: 10_107,
  DuplicateKey: 11_000,
  InterruptedAtShutdown: 11_600,
  InterruptedDueToReplStateChange: 11_602,
  NotPrimaryNoSecondaryOk: 13_435,
  NotPrimaryOrSecondary: 13_436,
  OutOfDiskSpace: 14_031,
  Unauthorized: 13,
  WriteConflict: 112,
};
