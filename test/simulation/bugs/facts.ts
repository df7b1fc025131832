import type { QuotaSlot } from "#libs/platform/counters/counter-store.ts";
import { afterCommit } from "#libs/platform/mongo/transaction.ts";
import type { Doc } from "../documents.ts";
import type { Bug } from "./bug.ts";

/** An event is recorded as applied before its effect is committed. */
const inboxOutsideTransaction: Bug = {
  name: "inbox-outside-transaction",
  invariant: "FACT_ONCE",
  firstSeed: 15,
  collection: (port) => (port.name === "inbox" ? { ...port, insert: (given) => port.insert(given) } : port),
};

/** An event is marked as published while it is still being sent. */
const markBeforePublish: Bug = {
  name: "mark-before-publish",
  invariant: "FACT_DELIVERED",
  firstSeed: 1_370,
  stream: (port) => ({
    ...port,
    publish: async (envelope) => {
      port.publish(envelope).catch(() => undefined);
      return { seq: 1, serverId: port.serverId() ?? "" };
    },
  }),
};

/** Confirmed events that the stream has lost are not published again. */
const tailNotReopened: Bug = {
  name: "tail-not-reopened",
  invariant: "FACT_DELIVERED",
  firstSeed: 45,
  collection: (port) => {
    if (port.name !== "outbox") return port;
    return {
      ...port,
      updateMany: async (filter, update, options) =>
        "streamSeq" in filter ? { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 } : port.updateMany(filter, update, options),
    };
  },
};

/** The idempotency key is stored after the message instead of with it. */
const keyStoredAfterEffect: Bug = {
  name: "key-stored-after-effect",
  invariant: "EFFECT_PER_KEY",
  theme: "money",
  firstSeed: 2_145,
  collection: (port) => {
    if (port.name !== "messages") return port;
    return {
      ...port,
      insert: (given, options) => {
        const tx = options?.tx;
        const withoutKeys = [given].flat().map(({ idempotencyKey, ...message }: Doc) => {
          if (tx && idempotencyKey !== undefined) {
            afterCommit(tx, () => void port.updateOne({ _id: message._id }, { $set: { idempotencyKey } }).catch(() => undefined));
          }
          return message;
        });
        return port.insert(withoutKeys, options);
      },
    };
  },
};

/** Free messages are counted by reading a number and writing the next one. */
const quotaReadThenSet: Bug = {
  name: "quota-read-then-set",
  invariant: "QUOTA_EXACT",
  theme: "money",
  firstSeed: 730,
  quotas: (_counters, world, replica) => {
    const counts = countsOf(world);
    const ask = <T>(label: string, run: () => T) => world.call(replica, label, run, null, true);
    return {
      take: async (slots: readonly QuotaSlot[]) => {
        const read = await ask("quotas.read", () => slots.map(({ key }) => counts.get(key) ?? 0));
        const exhausted = slots.findIndex(({ limit }, index) => (read[index] ?? 0) >= limit);
        if (exhausted >= 0) return exhausted;
        await ask("quotas.set", () => slots.forEach(({ key }, index) => void counts.set(key, (read[index] ?? 0) + 1)));
        return null;
      },
      giveBack: (slots) => ask("quotas.giveBack", () => slots.forEach(({ key }) => void counts.set(key, (counts.get(key) ?? 1) - 1))),
    };
  },
};

const countsByWorld = new WeakMap<object, Map<string, number>>();
function countsOf(world: object): Map<string, number> {
  const counts = countsByWorld.get(world) ?? new Map<string, number>();
  countsByWorld.set(world, counts);
  return counts;
}

/** An older version of an event overwrites a newer one. */
const staleCopyWins: Bug = {
  name: "stale-copy-wins",
  invariant: "VERSION_RISES",
  firstSeed: 10,
  collection: (port) => {
    if (port.name !== "inbox" && port.name !== "user_cards") return port;
    return {
      ...port,
      findOne: async <R>(...question: Parameters<typeof port.findOne>) => {
        const found = await port.findOne<Doc>(...question);
        return (found && { ...found, version: 0 }) as R | null;
      },
    };
  },
};

/** A lease that a fast clock took lasts until that clock's time comes. */
const leaseWithoutBound: Bug = {
  name: "lease-without-bound",
  invariant: "LEASE_ENDS",
  firstSeed: 35,
  collection: (port) => {
    if (port.name !== "outbox") return port;
    const bounded = (filter: object) => {
      const { $or, ...others } = filter as { $or?: { claimedUntil?: { $lte?: Date } }[] };
      return $or ? { ...others, $or: $or.filter(({ claimedUntil }) => claimedUntil?.$lte) } : filter;
    };
    return {
      ...port,
      find: (filter, options) => port.find(bounded(filter), options),
      updateMany: (filter, update, options) => port.updateMany(bounded(filter), update, options),
    };
  },
};

export const factBugs: readonly Bug[] = [
  inboxOutsideTransaction,
  markBeforePublish,
  tailNotReopened,
  keyStoredAfterEffect,
  quotaReadThenSet,
  staleCopyWins,
  leaseWithoutBound,
];
