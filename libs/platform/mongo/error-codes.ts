/** The codes of MongoDB to which the platform reacts. */
export const ERROR_CODES = {
  /** A unique index refused a write. */
  DuplicateKey: 11_000,
  /** Two transactions wrote the same document. */
  WriteConflict: 112,
  /** The user of the connection may not run a command. */
  Unauthorized: 13,
  /** An operation ran longer than its `maxTimeMS`. */
  MaxTimeMSExpired: 50,
  /** What a running query had read was undone or dropped. */
  QueryPlanKilled: 175,
  // A majority did not confirm a write.
  WriteConcernFailed: 64,
  // A node that is shutting down, stepping down, not the primary or out of disk space.
  ShutdownInProgress: 91,
  PrimarySteppedDown: 189,
  LegacyNotPrimary: 10_058,
  NotWritablePrimary: 10_107,
  InterruptedAtShutdown: 11_600,
  InterruptedDueToReplStateChange: 11_602,
  NotPrimaryNoSecondaryOk: 13_435,
  NotPrimaryOrSecondary: 13_436,
  OutOfDiskSpace: 14_031,
} as const;
