import type { Doc } from "./document.ts";

/** The effects of an error beyond its code and message. */
export interface ErrorEffects {
  /** Fields added to the reply or to the write error. */
  readonly fields?: Doc;
  /** Error labels from a fail point; they replace the labels for the code. */
  readonly labels?: string[];
  /** Fails the whole command instead of one of its statements. */
  readonly wholeCommand?: boolean;
  /** Closes the connection without a reply. */
  readonly dropConnection?: boolean;
  /** Raised before the command was executed. */
  readonly beforeExecution?: boolean;
}

/** An error in a reply to a client, with MongoDB's code and code name. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly effects: ErrorEffects;

  constructor(code: number, codeName: string, message: string, effects: ErrorEffects = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.effects = effects;
  }
}

export const badValue = (message: string): MongoError => new MongoError(2, "BadValue", message);
export const failedToParse = (message: string): MongoError => new MongoError(9, "FailedToParse", message);
export const typeMismatch = (message: string): MongoError => new MongoError(14, "TypeMismatch", message);
export const invalidOptions = (message: string): MongoError => new MongoError(72, "InvalidOptions", message);
export const immutableField = (message: string): MongoError => new MongoError(66, "ImmutableField", message);
/** An error that MongoDB identifies by number only. */
export const locationError = (code: number, message: string): MongoError => new MongoError(code, `Location${code}`, message);
export const notInTransaction = (message: string): MongoError => new MongoError(263, "OperationNotSupportedInTransaction", message);
export const namespaceNotFound = (message: string): MongoError => new MongoError(26, "NamespaceNotFound", message);
export const unknownField = (command: string, field: string): MongoError =>
  locationError(40415, `BSON field '${command}.${field}' is an unknown field.`);
export const queryPlanKilled = (message: string): MongoError => new MongoError(175, "QueryPlanKilled", message);
export const writeConflict = (): MongoError =>
  new MongoError(
    112,
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
  );

/** The error of a command that goes on after a pause and finds that its batch was undone. */
export const undone = (): MongoError =>
  new MongoError(14_031, "OutOfDiskSpace", "a part of the write was undone, because the store could not be written", {
    wholeCommand: true,
  });
