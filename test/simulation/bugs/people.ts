import type { Bug } from "./bug.ts";

const fieldsOf = (update: object) => (update as { $set?: Record<string, unknown> }).$set ?? {};

/** An upgrade is undone although it may have committed. */
const undoWithoutCondition: Bug = {
  name: "undo-without-condition",
  invariant: "CREATOR_ONCE",
  theme: "people",
  collection: (port) => {
    if (port.name !== "upgrade_sagas") return port;
    return {
      ...port,
      updateOne: (filter, update, options) =>
        port.updateOne(fieldsOf(update).status === "UNDOING" ? { _id: filter._id } : filter, update, options),
    };
  },
};

/** Rows that arrive during a purge stay. */
const purgeWithoutSweep: Bug = {
  name: "purge-without-sweep",
  invariant: "DELETION_WHOLE",
  theme: "people",
  collection: (port) => {
    if (port.name !== "gdpr_requests") return port;
    return {
      ...port,
      updateOne: (filter, update, options) => {
        const ended = fieldsOf(update).status === "COMPLETED" ? { $set: { ...fieldsOf(update), sweepAt: null } } : update;
        return port.updateOne(filter, ended, options);
      },
    };
  },
};

export const peopleBugs: readonly Bug[] = [undoWithoutCondition, purgeWithoutSweep];
