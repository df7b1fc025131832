import type { BulkOperation } from "#libs/platform/mongo/collection.ts";
import type { AnyCollection } from "../database.ts";
import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";

/** Neither a unique index nor a read prevents two open paid messages of one pair. */
const noUniqueOpenPaid: Bug = {
  name: "no-unique-open-paid",
  invariant: "ONE_OPEN_PAID",
  firstSeed: 95,
  layout: (layout) => ({ ...layout, uniques: layout.uniques.filter(({ name }) => name !== "one_open_paid") }),
  collection(port) {
    if (port.name !== "messages") return port;
    return { ...port, find: async (filter, options) => ("paidOpen" in filter ? [] : port.find(filter, options)) };
  },
};

const statusIn = (update: object) => (update as { $set?: { status?: string } }).$set?.status ?? "";

type UpdateOne = Extract<BulkOperation<Doc>, { updateOne: object }>["updateOne"];

/** A port that changes the updates of its bulk writes. */
export function withUpdates(port: AnyCollection, change: (update: UpdateOne) => UpdateOne): AnyCollection {
  return {
    ...port,
    bulkWrite: (operations, options) =>
      port.bulkWrite(
        operations.map((operation) => ("updateOne" in operation ? { updateOne: change(operation.updateOne) } : operation)),
        options,
      ),
  };
}

/** A message is refunded because it was open when read, without checking that it still is. */
const refundWithoutCondition: Bug = {
  name: "refund-without-condition",
  invariant: "ONE_END",
  theme: "money",
  firstSeed: 490,
  collection(port) {
    if (port.name !== "messages" && port.name !== "escrows") return port;
    const unguarded = withUpdates(port, (updateOne) => {
      const refunds = ["EXPIRED", "REJECTED", "REFUNDED"].includes(statusIn(updateOne.update));
      return refunds ? { ...updateOne, filter: { _id: updateOne.filter._id } } : updateOne;
    });
    // Reads outside the transaction, which would detect the conflict.
    return { ...unguarded, find: (filter, options) => port.find(filter, { ...options, tx: null }) };
  },
};

/** The balance is compared with the value of the first read; the following debit compares nothing. */
const debitReadThenWrite: Bug = {
  name: "debit-read-then-write",
  invariant: "NO_OVERDRAFT",
  theme: "money",
  firstSeed: 50,
  collection(port) {
    if (port.name !== "wallets") return port;
    const remembered = new Map<unknown, unknown>();
    const asRemembered = (wallet: Doc): Doc => {
      if (!remembered.has(wallet._id)) remembered.set(wallet._id, wallet.balance);
      return { ...wallet, balance: remembered.get(wallet._id) };
    };
    return {
      ...withUpdates(port, (updateOne) => {
        const { balance, ...filter } = updateOne.filter as Doc;
        const { balance: after, ...$set } = (updateOne.update as { $set?: Doc }).$set ?? {};
        if (typeof balance !== "bigint" || typeof after !== "bigint") return updateOne;
        return { ...updateOne, filter, update: { $set, $inc: { balance: after - balance } } };
      }),
      find: async <R>(...question: Parameters<typeof port.find>) => (await port.find<Doc>(...question)).map(asRemembered) as R[],
    };
  },
};

/** The escrow is released outside the transaction of the reply. */
const releaseOutsideTransaction: Bug = {
  name: "release-outside-transaction",
  invariant: "ESCROW_MATCHES",
  firstSeed: 20,
  collection(port) {
    if (port.name !== "escrows") return port;
    const releases = (operation: object) => "updateOne" in operation && statusIn((operation.updateOne as UpdateOne).update) === "RELEASED";
    return {
      ...port,
      bulkWrite: (operations, options) => port.bulkWrite(operations, operations.some(releases) ? { ...options, tx: null } : options),
    };
  },
};

/** The changes of a refused member stay in the working set. */
const refusalNotUndone: Bug = {
  name: "refusal-not-undone",
  invariant: "ESCROW_MATCHES",
  theme: "money",
  firstSeed: 65,
  openSet: (open) => (database, tx) => ({ ...open(database, tx), attempt: (_member, work) => work() }),
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

/** The commission is computed with floating point numbers and truncated. */
const floatFee: Bug = {
  name: "float-fee",
  invariant: "SPLIT_EXACT",
  firstSeed: 20,
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
  refusalNotUndone,
  floatFee,
];
