import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";
import { withUpdates } from "./money.ts";

/** The second approval does not look at who gave the first. */
const sameAdminTwice: Bug = {
  name: "same-admin-twice",
  invariant: "TWO_PEOPLE",
  theme: "money",
  firstSeed: 105,
  collection: (port) => {
    if (port.name !== "payouts") return port;
    return {
      ...port,
      findOne: async <R>(...question: Parameters<typeof port.findOne>) => {
        const payout = await port.findOne<Doc>(...question);
        const { approval, ...others } = payout ?? {};
        return (payout && (approval === undefined ? payout : others)) as R | null;
      },
    };
  },
};

/** A price is given back because it was there when read, without checking that it still is. */
const giveBackWithoutCondition: Bug = {
  name: "give-back-without-condition",
  invariant: "GIVEN_BACK",
  theme: "money",
  firstSeed: 250,
  collection: (port) => {
    if (port.name !== "escrows") return port;
    const unguarded = withUpdates(port, (updateOne) => {
      const { $set = {} } = updateOne.update as { $set?: Doc };
      return "reversed" in $set ? { ...updateOne, filter: { _id: updateOne.filter._id } } : updateOne;
    });
    // Reads outside the transaction, which would detect the conflict.
    return { ...unguarded, find: (filter, options) => port.find(filter, { ...options, tx: null }) };
  },
};

export const staffBugs: readonly Bug[] = [sameAdminTwice, giveBackWithoutCondition];
