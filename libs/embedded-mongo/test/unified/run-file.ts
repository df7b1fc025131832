import { mongo } from "mongoose";
import { isEarlierFile, toUnifiedFile } from "./earlier-format.ts";
import { closeEntities, createEntities } from "./entities.ts";
import { type CollectionContent, NotRunnable, type Requirement, Unexpected, type UnifiedFile, type UnifiedTest } from "./format.ts";
import { difference } from "./match.ts";
import { runOperation } from "./run-operation.ts";
import type { RunnerContext } from "./runner-operations.ts";

const { EJSON } = mongo.BSON;

export interface Outcome {
  readonly test: string;
  readonly result: "passed" | "failed" | "skipped";
  /** The reason for a failure or a skip. */
  readonly reason: string;
}

/** The server that is tested. */
export interface TestedServer {
  readonly uri: string;
  readonly internal: mongo.MongoClient;
  readonly version: string;
  readonly topology: string;
}

export async function connectTo(uri: string): Promise<TestedServer> {
  const internal = await new mongo.MongoClient(uri).connect();
  const admin = internal.db("admin");
  const { version } = await admin.command({ buildInfo: 1 });
  const { setName, msg } = await admin.command({ hello: 1 });
  return { uri, internal, version, topology: msg === "isdbgrid" ? "sharded" : setName ? "replicaset" : "single" };
}

function compareVersions(left: string, right: string): number {
  const [first, second] = [left, right].map((version) => version.split(".").map(Number));
  for (const at of [0, 1, 2]) if ((first?.[at] ?? 0) !== (second?.[at] ?? 0)) return (first?.[at] ?? 0) - (second?.[at] ?? 0);
  return 0;
}

/** The reason why a server does not meet a requirement; null if it does. */
function unmet(requirement: Requirement, { version, topology }: TestedServer): string | null {
  const { minServerVersion: least, maxServerVersion: most, topologies = [topology], serverless } = requirement;
  if (least && compareVersions(version, least) < 0) return `needs release ${least}`;
  if (most && compareVersions(version, most) > 0) return `is for releases up to ${most}`;
  if (!topologies.includes(topology)) return `is for ${topologies.join(", ")}`;
  if (serverless === "require" || requirement.auth === true || requirement.csfle) return "needs a service, users or encryption";
  return requirement.serverParameters ? "needs parameters of the server" : null;
}

function refuseUnmet(requirements: readonly Requirement[] | undefined, server: TestedServer): void {
  const reasons = (requirements ?? []).map((requirement) => unmet(requirement, server));
  if (reasons.length && reasons.every((reason) => reason !== null)) throw new NotRunnable(String(reasons[0]));
}

async function insertInitial(contents: readonly CollectionContent[], client: mongo.MongoClient): Promise<void> {
  for (const { databaseName, collectionName, createOptions, documents } of contents) {
    const database = client.db(databaseName);
    await database.collection(collectionName).drop({ writeConcern: { w: "majority" } });
    await database.createCollection(collectionName, { ...createOptions, writeConcern: { w: "majority" } });
    if (documents.length) await database.collection(collectionName).insertMany([...documents], { writeConcern: { w: "majority" } });
  }
}

async function checkOutcome(contents: readonly CollectionContent[], client: mongo.MongoClient): Promise<void> {
  for (const { databaseName, collectionName, documents } of contents) {
    const stored = await client
      .db(databaseName)
      .collection(collectionName)
      .find({}, { sort: { _id: 1 } })
      .toArray();
    const found = difference([...documents], stored, { path: collectionName, isRoot: false, entities: new Map() });
    if (found) throw new Unexpected(`the collection holds something else; ${found}`);
  }
}

async function runTest(file: UnifiedFile, test: UnifiedTest, server: TestedServer): Promise<void> {
  if (test.skipReason) throw new NotRunnable(test.skipReason);
  refuseUnmet(test.runOnRequirements, server);
  const context: RunnerContext = { entities: new Map(), uri: server.uri, internal: server.internal, failPoints: new Set() };
  try {
    await insertInitial(file.initialData ?? [], server.internal);
    await createEntities(context.entities, file.createEntities ?? [], server.uri);
    for (const operation of test.operations) await runOperation(operation, context);
    await checkOutcome(test.outcome ?? [], server.internal);
  } finally {
    for (const configureFailPoint of context.failPoints) await server.internal.db("admin").command({ configureFailPoint, mode: "off" });
    await closeEntities(context.entities);
  }
}

/** A file of the unified test format 1.x or of an earlier format, given as extended JSON; null for any other file. */
export function readTestFile(text: string): UnifiedFile | null {
  const file = EJSON.parse(text) as object;
  if (isEarlierFile(file)) return toUnifiedFile(file);
  return "schemaVersion" in file && String(file.schemaVersion).startsWith("1.") ? (file as UnifiedFile) : null;
}

/** Runs the tests of a file. */
export async function runFile(file: UnifiedFile, server: TestedServer): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const test of file.tests) {
    const name = test.description;
    try {
      refuseUnmet(file.runOnRequirements, server);
      await runTest(file, test, server);
      outcomes.push({ test: name, result: "passed", reason: "" });
    } catch (error) {
      const { message } = error as Error;
      outcomes.push({ test: name, result: error instanceof NotRunnable ? "skipped" : "failed", reason: message });
    }
  }
  return outcomes;
}
