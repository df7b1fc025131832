import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";

const fieldsOf = (update: object) => (update as { $set?: Record<string, unknown> }).$set ?? {};

/** An upgrade is undone although it may have committed. */
const undoWithoutCondition: Bug = {
  name: "undo-without-condition",
  invariant: "CREATOR_ONCE",
  theme: "people",
  firstSeed: 5,
  collection: (port) => {
    if (port.name !== "upgrade_sagas") return port;
    return {
      ...port,
      updateOne: (filter, update, options) =>
        port.updateOne(fieldsOf(update).status === "UNDOING" ? { _id: filter._id } : filter, update, options),
    };
  },
};

/** Money that comes back while a purge is running stays in the closed wallet. */
const purgeWithoutSweep: Bug = {
  name: "purge-without-sweep",
  invariant: "DELETION_WHOLE",
  theme: "people",
  firstSeed: 1_150,
  collection: (port) => {
    if (port.name !== "wallets") return port;
    return { ...port, find: async (filter, options) => ("closedFor" in filter ? [] : port.find(filter, options)) };
  },
};

/** A purge takes the money for closed as soon as it has begun, so it erases the user first. */
const purgeWithoutClosing: Bug = {
  name: "purge-without-closing",
  invariant: "DELETION_WHOLE",
  theme: "people",
  firstSeed: 5,
  collection: (port) => {
    if (port.name !== "gdpr_requests") return port;
    return {
      ...port,
      findOneAndUpdate: async <R>(...question: Parameters<typeof port.findOneAndUpdate>) => {
        const claimed = await port.findOneAndUpdate<Doc>(...question);
        return (claimed && { ...claimed, moneyClosedAt: claimed.createdAt }) as R | null;
      },
    };
  },
};

/** A completed deletion is not swept, so what was in flight during the purge stays. */
const sweepNotDue: Bug = {
  name: "sweep-not-due",
  invariant: "DELETION_WHOLE",
  theme: "people",
  firstSeed: 15,
  collection: (port) => {
    if (port.name !== "gdpr_requests") return port;
    return {
      ...port,
      updateOne(filter, update, options) {
        const fields = fieldsOf(update);
        return port.updateOne(filter, fields.status === "COMPLETED" ? { $set: { ...fields, sweepAt: null } } : update, options);
      },
    };
  },
};

export const peopleBugs: readonly Bug[] = [undoWithoutCondition, purgeWithoutSweep, purgeWithoutClosing, sweepNotDue];
