import type { mongo } from "mongoose";

/** A file of MongoDB's unified test format (schema 1.x), as far as a server can be tested with it. */
export interface UnifiedFile {
  readonly description: string;
  readonly schemaVersion: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly createEntities?: readonly EntityDefinition[];
  readonly initialData?: readonly CollectionContent[];
  readonly tests: readonly UnifiedTest[];
}

export interface UnifiedTest {
  readonly description: string;
  readonly skipReason?: string;
  readonly runOnRequirements?: readonly Requirement[];
  readonly operations: readonly Operation[];
  readonly outcome?: readonly CollectionContent[];
}

/** The servers on which a file or a test can run. */
export interface Requirement {
  readonly minServerVersion?: string;
  readonly maxServerVersion?: string;
  readonly topologies?: readonly string[];
  readonly auth?: boolean;
  readonly csfle?: unknown;
  readonly serverless?: "require" | "forbid" | "allow";
  readonly serverParameters?: mongo.Document;
}

/** One key: the kind of the entity. */
export type EntityDefinition = Readonly<Record<string, mongo.Document & { readonly id: string }>>;

export interface CollectionContent {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly createOptions?: mongo.CreateCollectionOptions;
  readonly documents: readonly mongo.Document[];
}

export interface Operation {
  readonly name: string;
  readonly object: string;
  readonly arguments?: mongo.Document;
  readonly ignoreResultAndError?: boolean;
  readonly expectError?: ExpectedError;
  readonly expectResult?: unknown;
  readonly saveResultAsEntity?: string;
}

export interface ExpectedError {
  readonly isClientError?: boolean;
  readonly isTimeoutError?: boolean;
  readonly errorContains?: string;
  readonly errorCode?: number;
  readonly errorCodeName?: string;
  readonly errorLabelsContain?: readonly string[];
  readonly errorLabelsOmit?: readonly string[];
  readonly errorResponse?: mongo.Document;
  readonly expectResult?: unknown;
}

/** A test needs a feature that the runner does not have; it is skipped and reports that. */
export class NotRunnable extends Error {}
/** The server behaved differently from the expectation of a test. */
export class Unexpected extends Error {}
