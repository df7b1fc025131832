import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";

/** Two open paid messages of one pair are kept apart by a read alone. */
const noUniqueOpenPaid: Bug = {
  name: "no-unique-open-paid",
  invariant: "ONE_OPEN_PAID",
  layout: (layout) => ({ ...layout, uniques: layout.uniques.filter(({ name }) => name !== "one_open_paid") }),
};

const without = (filter: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field)));
const statusIn = (update: object) => (update as { $set?: { status?: string } }).$set?.status ?? "";

/** A message is refunded because it was read as open, not because it still is. */
const refundWithoutCondition: Bug = {
  name: "refund-without-condition",
  invariant: "ONE_END",
  collection: (port) => {
    if (port.name !== "messages" && port.name !== "escrows") return port;
    return {
      ...port,
      findOneAndUpdate: (filter, update, options) => {
        const refunds = ["EXPIRED", "REJECTED", "REFUNDED"].includes(statusIn(update));
        return port.findOneAndUpdate(refunds ? without(filter, "status", "openUntil", "expiresAt") : filter, update, options);
      },
    };
  },
};

/** The balance is compared when it is read; the debit that follows compares nothing. */
const debitReadThenWrite: Bug = {
  name: "debit-read-then-write",
  invariant: "NO_OVERDRAFT",
  collection: (port) => {
    if (port.name !== "wallets") return port;
    return {
      ...port,
      findOneAndUpdate: (filter, update, options) => port.findOneAndUpdate(without(filter, "balance"), update, options),
      bulkWrite: (operations, options) =>
        port.bulkWrite(
          operations.map((operation) => {
            if (!("updateOne" in operation)) return operation;
            return { updateOne: { ...operation.updateOne, filter: without(operation.updateOne.filter, "balance", "sequence") } };
          }),
          options,
        ),
    };
  },
};

/** The escrow is released beside the transaction of the reply. */
const releaseOutsideTransaction: Bug = {
  name: "release-outside-transaction",
  invariant: "ESCROW_MATCHES",
  collection: (port) => {
    if (port.name !== "escrows") return port;
    return {
      ...port,
      findOneAndUpdate: (filter, update, options) =>
        port.findOneAndUpdate(filter, update, statusIn(update) === "RELEASED" ? { ...options, tx: null } : options),
      updateMany: (filter, update, options) =>
        port.updateMany(filter, update, statusIn(update) === "RELEASED" ? { ...options, tx: null } : options),
    };
  },
};

interface Entries {
  readonly kind?: string;
  readonly entries?: readonly { readonly account: string; readonly amount: bigint }[];
}

function withFloatFee(posting: Doc): Doc {
  const { kind, entries = [] } = posting as Entries;
  const [escrow, net, fee] = entries.map(({ amount }) => amount);
  if (kind !== "RELEASE" || escrow === undefined || net === undefined || fee === undefined) return posting;
  const commission = BigInt(Math.trunc(Number(-escrow) * 0.2));
  const amounts = [escrow, -escrow - commission, commission];
  return { ...posting, entries: entries.map((entry, index) => ({ ...entry, amount: amounts[index] ?? entry.amount })) };
}

/** The commission is computed with floating point numbers and cut off. */
const floatFee: Bug = {
  name: "float-fee",
  invariant: "SPLIT_EXACT",
  collection: (port) => {
    if (port.name !== "ledger_transactions") return port;
    return {
      ...port,
      insert: (given, options) => port.insert([given].flat().map(withFloatFee), options),
    };
  },
};

export const moneyBugs: readonly Bug[] = [
  noUniqueOpenPaid,
  refundWithoutCondition,
  debitReadThenWrite,
  releaseOutsideTransaction,
  floatFee,
];
