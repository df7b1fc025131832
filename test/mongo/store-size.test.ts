import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SUPPORTED } from "@creator-platform/embedded-mongo";
import { describe, expect, it } from "@jest/globals";
import { listedUses } from "./recorder/lists.ts";

/** Features of the embedded store that no store of the product uses, each with its reason. */
const REASONS: Readonly<Record<string, string>> = {
  "command backupTo": "the copy while it runs, of the README",
  "command buildInfo": "tools and the published suites ask for the release",
  "command configureFailPoint": "tests of retries",
  "command connectionStatus": "tells who has signed in",
  "command count": "moving the data, and estimated counts of tests",
  "command create": "collections without documents, in tests and in the published suites",
  "command drop": "tests",
  "command dropDatabase": "moving the data, and tests",
  "command dropIndexes": "an index that a new release no longer wants",
  "command explain": "the tests of query plans",
  "command hello": "the handshake of every driver",
  "command ismaster": "the handshake of every driver",
  "command killAllSessions": "the published suites",
  "command killCursors": "drivers, when a list is given up",
  "command listCollections": "moving the data",
  "command listDatabases": "moving the data",
  "command listIndexes": "the comparison of indexes at a start",
  "command logout": "a client may sign out",
  "command ping": "probes of readiness",
  "command saslContinue": "signing in",
  "command saslStart": "signing in",
  "command serverStatus": "the measurement of idle processes",
  "stage $currentOp": "tests of time limits wait until a command runs",
  "stage $unset": "updates by a pipeline that remove a field",
  "filter $and": "two conditions on one field",
  "filter $elemMatch": "two conditions on one element of a list",
  "filter $not": "the opposite of a condition",
  "filter $size": "lists of a length",
  "expression $divide": "arithmetic, with $multiply",
  "expression $ifNull": "a value for a missing field",
  "expression $in": "comparison with a list",
  "expression $min": "the opposite of $max",
  "expression $not": "the opposite of a condition",
  "expression $or": "with $and",
  "expression $size": "the length of a list",
  "expression $subtract": "the opposite of $add; differences of dates",
  "expression $sum": "the sum of a list",
  "accumulator $avg": "recounting the reports",
  "accumulator $first": "the newest of each group",
  "accumulator $max": "the greatest of each group",
  "accumulator $min": "the least of each group",
};

const known = Object.entries(SUPPORTED).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`));
const used = listedUses().filter((use) => use.split(" ").length === 2 && Object.hasOwn(SUPPORTED, use.split(" ")[0] ?? ""));
/** The list of uses also contains the options of a stage and the pipeline of an update. */
const isName = (use: string) => !/^stage \$\w+\.|^update pipeline$/.test(use);

describe("the size of the embedded store", () => {
  it("HSE-12 it knows the commands, stages and operators that the product uses, and those with a reason", () => {
    expect([...known].sort()).toEqual([...new Set([...used.filter(isName), ...Object.keys(REASONS)])].sort());
  });

  it("HSE-12 no reason is listed for a feature that the product uses", () => {
    expect(Object.keys(REASONS).filter((name) => used.includes(name))).toEqual([]);
  });

  it("HSE-12 its package depends on bson alone", () => {
    const file = fileURLToPath(new URL("../../libs/embedded-mongo/package.json", import.meta.url));
    const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(["bson"]);
  });
});
