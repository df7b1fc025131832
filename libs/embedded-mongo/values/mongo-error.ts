import type { Doc } from "./document.ts";

/** What else an error does besides being reported. */
export interface ErrorEffects {
  /** Fields added to the reply or to the write error. */
  readonly fields?: Doc;
  /** Labels of a fail point, instead of those that follow from the code. */
  readonly labels?: string[];
  /** Ends the command, not only the statement. */
  readonly wholeCommand?: boolean;
  /** The connection is closed without a reply. */
  readonly dropConnection?: boolean;
  /** Raised before the command was executed. */
  readonly beforeExecution?: boolean;
}

/** An error that a client sees, with the code and name that MongoDB gives it. */
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
/** One of the many errors of the server that have a number and no name. */
export const locationError = (code: number, message: string): MongoError => new MongoError(code, `Location${code}`, message);
export const notInTransaction = (message: string): MongoError => new MongoError(263, "OperationNotSupportedInTransaction", message);
export const namespaceNotFound = (message: string): MongoError => new MongoError(26, "NamespaceNotFound", message);
export const unknownField = (command: string, field: string): MongoError =>
  locationError(40415, `BSON field '${command}.${field}' is an unknown field.`);
export const writeConflict = (): MongoError =>
  new MongoError(
    112,
    "WriteConflict",
    "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
  );
