import type { mongo } from "mongoose";
import type { CollectionContent, EntityDefinition, Operation, Requirement, UnifiedFile, UnifiedTest } from "./format.ts";

/**
 * A file of the formats before the unified one. MongoDB published the tests of transactions, sessions and retries in them, and the oldest
 * tests of reading and writing.
 */
export interface EarlierFile extends Versions {
  readonly runOn?: readonly EarlierRequirement[];
  readonly database_name?: string;
  readonly collection_name?: string;
  readonly data: readonly mongo.Document[];
  readonly tests: readonly EarlierTest[];
}

interface Versions {
  readonly minServerVersion?: string;
  readonly maxServerVersion?: string;
}

type EarlierRequirement = Omit<Requirement, "topologies"> & { readonly topology?: readonly string[] };

interface EarlierTest {
  readonly description: string;
  readonly skipReason?: string;
  readonly clientOptions?: mongo.Document;
  readonly sessionOptions?: Readonly<Record<string, mongo.Document>>;
  readonly failPoint?: mongo.Document;
  readonly operations?: readonly EarlierOperation[];
  /** Of a test with a single operation, whose result stands in the outcome. */
  readonly operation?: EarlierOperation;
  readonly outcome?: EarlierOutcome;
}

interface EarlierOutcome {
  readonly error?: boolean;
  readonly result?: unknown;
  readonly collection?: { readonly name?: string; readonly data: readonly mongo.Document[] };
}

interface EarlierOperation {
  readonly name: string;
  readonly object?: string;
  readonly arguments?: mongo.Document;
  readonly databaseOptions?: mongo.Document;
  readonly collectionOptions?: mongo.Document;
  readonly error?: boolean;
  readonly result?: unknown;
}

const SESSIONS = ["session0", "session1"];
const ERROR_FIELDS = ["errorContains", "errorCodeName", "errorLabelsContain", "errorLabelsOmit"] as const;
/** The present names of arguments of the runner's own operations. */
const RENAMED: Readonly<Record<string, string>> = { database: "databaseName", collection: "collectionName", index: "indexName" };

/** Whether a parsed file has one of the earlier formats. */
export function isEarlierFile(file: object): file is EarlierFile {
  return "tests" in file && "data" in file && Array.isArray(file.data) && !("schemaVersion" in file);
}

/** A file of an earlier format as one of the unified format. Events of the driver are left out: they are not compared. */
export function toUnifiedFile(file: EarlierFile): UnifiedFile {
  const { database_name: databaseName = "earlier", collection_name: collectionName = "rows", data, tests } = file;
  return {
    description: `${databaseName}.${collectionName}`,
    schemaVersion: "1.0",
    runOnRequirements: requirementsOf(file),
    initialData: [{ databaseName, collectionName, documents: data }],
    tests: tests.map((test) => toUnifiedTest(test, databaseName, collectionName)),
  };
}

function requirementsOf({ runOn, minServerVersion, maxServerVersion }: EarlierFile): readonly Requirement[] {
  const given = runOn ?? [{ ...(minServerVersion && { minServerVersion }), ...(maxServerVersion && { maxServerVersion }) }];
  return given.map(({ topology, ...requirement }) => ({ ...requirement, ...(topology && { topologies: topology }) }));
}

function toUnifiedTest(test: EarlierTest, databaseName: string, collectionName: string): UnifiedTest {
  const { description, skipReason, failPoint, outcome } = test;
  const given = test.operations ?? (test.operation ? [withOutcome(test.operation, outcome)] : []);
  const entities = entitiesOf(test, databaseName, collectionName);
  const operations = given.map((operation) => toUnifiedOperation(operation, entities, databaseName, collectionName));
  const setUp: Operation[] = [{ name: "createEntities", object: "testRunner", arguments: { entities } }];
  if (failPoint) setUp.push({ name: "failPoint", object: "testRunner", arguments: { failPoint } });
  return {
    description,
    ...(skipReason && { skipReason }),
    operations: [...setUp, ...operations],
    outcome: contentOf(outcome, databaseName, collectionName),
  };
}

/** The fields `error` and `result` of the outcome belong to the only operation. */
const withOutcome = (operation: EarlierOperation, { error = false, result }: EarlierOutcome = {}): EarlierOperation => ({
  ...operation,
  error,
  result,
});

function contentOf(outcome: EarlierOutcome | undefined, databaseName: string, collectionName: string): readonly CollectionContent[] {
  const { collection } = outcome ?? {};
  return collection ? [{ databaseName, collectionName: collection.name ?? collectionName, documents: collection.data }] : [];
}

function entitiesOf({ clientOptions, sessionOptions }: EarlierTest, databaseName: string, collectionName: string): EntityDefinition[] {
  return [
    { client: { id: "client", uriOptions: clientOptions ?? {} } },
    { database: { id: "database", client: "client", databaseName } },
    { collection: { id: "collection", database: "database", collectionName } },
    ...SESSIONS.map((id) => ({ session: { id, client: "client", sessionOptions: withReadPreference(sessionOptions?.[id] ?? {}) } })),
  ];
}

/** The operation as the unified format writes it. Options of its database or collection become an entity of their own. */
function toUnifiedOperation(
  operation: EarlierOperation,
  entities: EntityDefinition[],
  databaseName: string,
  collectionName: string,
): Operation {
  const { name, object: given = "collection", databaseOptions, collectionOptions } = operation;
  let object = given;
  if (databaseOptions || collectionOptions) {
    const [database, collection] = [`database${entities.length}`, `collection${entities.length}`];
    entities.push({
      database: { id: database, client: "client", databaseName, databaseOptions: withReadPreference(databaseOptions ?? {}) },
    });
    entities.push({
      collection: { id: collection, database, collectionName, collectionOptions: withReadPreference(collectionOptions ?? {}) },
    });
    object = given === "database" ? database : collection;
  }
  const inCallback = (inner: EarlierOperation) => toUnifiedOperation(inner, entities, databaseName, collectionName);
  return { name, object, arguments: argumentsOf(operation, inCallback), ...expectationOf(operation) };
}

function argumentsOf({ name, object, arguments: given = {} }: EarlierOperation, convert: (inner: EarlierOperation) => Operation) {
  const { options, callback, requests, ...others } = withReadPreference(given);
  const renamed = object === "testRunner" ? Object.entries(others).map(([key, value]) => [RENAMED[key] ?? key, value]) : null;
  return {
    ...(renamed ? Object.fromEntries(renamed) : others),
    ...withReadPreference(options ?? {}),
    ...(name.endsWith("LsidOnLastTwoCommands") && { client: "client" }),
    ...(name === "withTransaction" && { callback: callback.operations.map(convert) }),
    ...(requests && { requests: requests.map((request: EarlierOperation) => ({ [request.name]: request.arguments })) }),
  };
}

/** Options whose read preference has the name that drivers take today: `primary`, not `Primary`. */
function withReadPreference(options: mongo.Document): mongo.Document {
  const { readPreference, defaultTransactionOptions } = options;
  const mode = readPreference?.mode as string | undefined;
  return {
    ...options,
    ...(mode && { readPreference: { ...readPreference, mode: mode.charAt(0).toLowerCase() + mode.slice(1) } }),
    ...(defaultTransactionOptions && { defaultTransactionOptions: withReadPreference(defaultTransactionOptions) }),
  };
}

function expectationOf({ name, arguments: given, error = false, result }: EarlierOperation): Partial<Operation> {
  const fields = typeof result === "object" && result !== null ? (result as mongo.Document) : {};
  const expected = ERROR_FIELDS.filter((field) => field in fields);
  if (expected.length > 0) return { expectError: Object.fromEntries(expected.map((field) => [field, fields[field]])) };
  // On a failure a driver names the ids of all documents of the insert. These formats name only the inserted ones.
  if (error) return { expectError: fields.insertedIds === undefined && result !== undefined ? { expectResult: result } : {} };
  const isKnown = result !== undefined && !(name === "aggregate" && writes(given?.pipeline));
  return isKnown ? { expectResult: result } : {};
}

/** In these formats a driver may return the written documents of such a pipeline, or not. */
const writes = (pipeline: readonly mongo.Document[] = []) => pipeline.some((stage) => "$out" in stage || "$merge" in stage);
