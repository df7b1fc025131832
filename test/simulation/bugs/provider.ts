import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";
import { withUpdates } from "./money.ts";

/** What a callback is about counts as paid, although the provider says that it is not. */
const callbackBelieved: Bug = {
  name: "callback-believed",
  invariant: "PAID_ONLY",
  theme: "provider",
  firstSeed: 1,
  collection: (port) => {
    if (port.name !== "sandbox_payments") return port;
    return {
      ...port,
      findOne: async <R>(...question: Parameters<typeof port.findOne>) => {
        const row = await port.findOne<Doc>(...question);
        const believed = row?.charge && !question[1]?.tx ? { ...row, charge: { ...row.charge, state: "SUCCEEDED" } } : row;
        return believed as R | null;
      },
    };
  },
};

/** A refund does not count against its top-up, so the next one takes the same money. */
const refundUnreserved: Bug = {
  name: "refund-unreserved",
  invariant: "REFUND_COVERED",
  theme: "provider",
  firstSeed: 1,
  collection: (port) => {
    if (port.name !== "topups") return port;
    return withUpdates(port, (updateOne) => {
      const { refunded: _, ...$set } = (updateOne.update as { $set?: Doc }).$set ?? {};
      return { ...updateOne, update: { ...updateOne.update, $set } };
    });
  },
};

const TRANSFER = "sandbox:payout:";
const isTransfer = ({ _id }: Doc) => String(_id).startsWith(TRANSFER);

/** A transfer is sent without looking for the one with the same id. */
const payWithoutLookUp: Bug = {
  name: "pay-without-look-up",
  invariant: "PAID_ONCE",
  theme: "money",
  firstSeed: 510,
  collection: (port) => {
    if (port.name !== "sandbox_payments") return port;
    return {
      ...port,
      findOne: async (filter, options) => (isTransfer(filter as Doc) ? null : port.findOne(filter, options)),
      insert: async (given, options) => {
        const [row] = [given].flat() as Doc[];
        if (!row || !isTransfer(row)) return port.insert(given, options);
        await port.updateOne({ _id: row._id }, { $set: { transfer: row.transfer } }, { ...options, upsert: true });
      },
    };
  },
};

export const providerBugs: readonly Bug[] = [callbackBelieved, refundUnreserved, payWithoutLookUp];
