/** Errors after which a driver retries a write. */
const RETRYABLE = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Errors after which a driver retries a whole transaction. */
const TRANSIENT = new Set([24, 112, 246, 251, 267]);
const READ_CONCERN_NOT_AVAILABLE = 134;

/** Code names of the errors that tests request by fail points. */
const NAMES: Readonly<Record<number, string>> = {
  6: "HostUnreachable",
  7: "HostNotFound",
  24: "LockTimeout",
  43: "CursorNotFound",
  50: "MaxTimeMSExpired",
  64: "WriteConcernFailed",
  79: "UnknownReplWriteConcern",
  89: "NetworkTimeout",
  91: "ShutdownInProgress",
  100: "CannotSatisfyWriteConcern",
  112: "WriteConflict",
  134: "ReadConcernMajorityNotAvailableYet",
  189: "PrimarySteppedDown",
  246: "SnapshotUnavailable",
  251: "NoSuchTransaction",
  262: "ExceededTimeLimit",
  391: "ReauthenticationRequired",
  9001: "SocketException",
  10107: "NotWritablePrimary",
  11600: "InterruptedAtShutdown",
  11601: "Interrupted",
  11602: "InterruptedDueToReplStateChange",
  13388: "StaleConfig",
  13435: "NotPrimaryNoSecondaryOk",
  13436: "NotPrimaryOrSecondary",
};
export const codeNameOf = (code: number): string => NAMES[code] ?? `Location${code}`;

export interface FailedCommand {
  readonly name: string;
  readonly code: number;
  readonly inTransaction: boolean;
  readonly hasTransactionNumber: boolean;
  /** Whether only the write concern failed and the command succeeded. */
  readonly isWriteConcern: boolean;
}

/** The error labels by which a driver decides whether to retry. */
export function errorLabels({ name, code, inTransaction, hasTransactionNumber, isWriteConcern }: FailedCommand): string[] {
  const labels: string[] = [];
  const endsTransaction = name === "commitTransaction" || name === "abortTransaction";
  const isTransient = TRANSIENT.has(code) || (RETRYABLE.has(code) && name !== "commitTransaction");
  if (inTransaction && !isWriteConcern && isTransient) labels.push("TransientTransactionError");
  if (RETRYABLE.has(code) && code !== READ_CONCERN_NOT_AVAILABLE && hasTransactionNumber && (!inTransaction || endsTransaction))
    labels.push("RetryableWriteError");
  return labels;
}
