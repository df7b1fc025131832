import { setTimeout as pause } from "node:timers/promises";
import type { mongo } from "mongoose";
import { createEntities, type Entities, sentCommands } from "./entities.ts";
import { type EntityDefinition, NotRunnable, Unexpected } from "./format.ts";

/** The states of a transaction, as the driver calls them. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  none: ["NO_TRANSACTION"],
  starting: ["STARTING_TRANSACTION"],
  in_progress: ["TRANSACTION_IN_PROGRESS"],
  committed: ["TRANSACTION_COMMITTED", "TRANSACTION_COMMITTED_EMPTY"],
  aborted: ["TRANSACTION_ABORTED"],
};

/** The dependencies of the operations of the object `testRunner`. */
export interface RunnerContext {
  readonly entities: Entities;
  readonly uri: string;
  /** A client beside those of the test. */
  readonly internal: mongo.MongoClient;
  /** Names of the fail points to turn off after the test. */
  readonly failPoints: Set<string>;
}

type RunnerOperation = (options: mongo.Document, context: RunnerContext) => unknown;

const sessionOf = ({ session }: mongo.Document, { entities }: RunnerContext) => entities.get(session) as mongo.ClientSession;

function require(condition: boolean, message: string): void {
  if (!condition) throw new Unexpected(message);
}

async function collectionExists({ databaseName, collectionName }: mongo.Document, { internal }: RunnerContext): Promise<boolean> {
  return (await internal.db(databaseName).listCollections({ name: collectionName }).toArray()).length > 0;
}

async function indexExists({ databaseName, collectionName, indexName }: mongo.Document, { internal }: RunnerContext): Promise<boolean> {
  const indexes = await internal
    .db(databaseName)
    .collection(collectionName)
    .listIndexes()
    .toArray()
    .catch(() => []);
  return indexes.some(({ name }) => name === indexName);
}

/** Whether the last two commands of a client had the same session. */
function sameSession({ client }: mongo.Document, { entities }: RunnerContext): boolean {
  const sent = sentCommands.get(entities.get(client) as mongo.MongoClient) ?? [];
  const [last, before] = [...sent].reverse().map(({ command }) => String(command.lsid?.id));
  return last !== undefined && last === before;
}

async function setFailPoint(failPoint: mongo.Document, { internal, failPoints }: RunnerContext): Promise<void> {
  failPoints.add(failPoint.configureFailPoint);
  await internal.db("admin").command(failPoint);
}

const OPERATIONS: Readonly<Record<string, RunnerOperation>> = {
  failPoint: ({ failPoint }, context) => setFailPoint(failPoint, context),
  targetedFailPoint: ({ failPoint }, context) => setFailPoint(failPoint, context),
  createEntities: ({ entities }, context) => createEntities(context.entities, entities as EntityDefinition[], context.uri),
  wait: ({ ms }) => pause(ms),
  assertSessionTransactionState: (options, context) => {
    const { state } = (sessionOf(options, context) as unknown as { transaction: { state: string } }).transaction;
    require((STATES[options.state] ?? []).includes(state), `the transaction is ${state}, not ${options.state}`);
  },
  assertSessionNotDirty: () => undefined,
  assertSessionDirty: () => undefined,
  assertSessionUnpinned: () => undefined,
  assertSameLsidOnLastTwoCommands: (options, context) => require(sameSession(options, context), "the last two commands had two sessions"),
  assertDifferentLsidOnLastTwoCommands: (options, context) =>
    require(!sameSession(options, context), "the last two commands had one session"),
  assertCollectionExists: async (options, context) => require(await collectionExists(options, context), "the collection does not exist"),
  assertCollectionNotExists: async (options, context) => require(!(await collectionExists(options, context)), "the collection exists"),
  assertIndexExists: async (options, context) => require(await indexExists(options, context), "the index does not exist"),
  assertIndexNotExists: async (options, context) => require(!(await indexExists(options, context)), "the index exists"),
};

/** Runs an operation of the object `testRunner`. */
export async function runOnRunner(name: string, options: mongo.Document, context: RunnerContext): Promise<void> {
  const run = OPERATIONS[name];
  if (!run) throw new NotRunnable(`operation ${name} of the runner`);
  await run(options, context);
}
