import type { Bug } from "./bug.ts";

/** A total is raised outside the transaction of the delivery that it counts. */
const counterOutsideTransaction: Bug = {
  name: "counter-outside-transaction",
  invariant: "DERIVED_MATCHES",
  theme: "derived",
  firstSeed: 10,
  collection: (port) =>
    port.name === "message_lists" ? { ...port, bulkWrite: (operations) => port.bulkWrite(operations, { tx: null }) } : port,
};

/**
 * A delivery does not raise the epoch of the lists that it changes, so a reader that counted earlier stores the old total afterwards. The
 * first page of notifications needs no epoch. It is cached in a process and shown only while its recipient is unchanged (decision 25).
 */
const pageNotUpdated: Bug = {
  name: "page-not-updated",
  invariant: "DERIVED_MATCHES",
  theme: "derived",
  firstSeed: 1,
  collection: (port) => {
    if (port.name !== "message_lists") return port;
    const raisesEpoch = (operation: object) => "epoch" in (operation as EpochUpdate).updateOne.update.$inc;
    return {
      ...port,
      bulkWrite: (operations, options) =>
        port.bulkWrite(
          operations.filter((operation) => !raisesEpoch(operation)),
          options,
        ),
    };
  },
};

interface EpochUpdate {
  readonly updateOne: { readonly update: { readonly $inc: object } };
}

export const derivedBugs: readonly Bug[] = [counterOutsideTransaction, pageNotUpdated];
