import { MAX_PAYOUT_METHODS } from "#libs/contracts/wallet/payouts.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { PayoutMethod } from "../domain/payout.ts";
import { payoutMethodFields } from "../domain/payout.ts";

export const payoutMethods = defineCollection({
  name: "payout_methods",
  fields: payoutMethodFields,
  indexes: [
    { name: "of_user", key: { userId: 1, createdAt: 1, _id: 1 } },
    { name: "one_per_place", key: { userId: 1, place: 1 }, unique: true },
  ],
});

export interface PayoutMethodStore {
  /** Null when the owner has the maximum already. */
  insert(tx: Tx, method: Pick<PayoutMethod, "userId" | "kind" | "label">): Promise<PayoutMethod | null>;
  /** Null for a method of another user. */
  findOfUser(methodId: string, userId: string): Promise<PayoutMethod | null>;
  /** Oldest first. */
  listOfUser(userId: string, tx?: Tx): Promise<PayoutMethod[]>;
  /** False when the user has no such method. */
  delete(tx: Tx, methodId: string, userId: string): Promise<boolean>;
}

export function payoutMethodStore(database: Collections, clock: Clock): PayoutMethodStore {
  const collection = database.collection(payoutMethods);
  const listOfUser = (userId: string, tx?: Tx) =>
    collection.find({ userId }, { sort: { createdAt: 1, _id: 1 }, limit: MAX_PAYOUT_METHODS, tx });
  return {
    async insert(tx, newMethod) {
      const place = freePlace(await listOfUser(newMethod.userId, tx));
      if (place === null) return null;
      const method: PayoutMethod = { ...newMethod, place, _id: uuid(), createdAt: clock.now() };
      // When a concurrent request took the place, the transaction runs again and finds the next one.
      await retryOnDuplicateKey(() => collection.insert(method, { tx }), tx);
      return method;
    },
    findOfUser: (methodId, userId) => collection.findOne({ _id: methodId, userId }),
    listOfUser,
    async delete(tx, methodId, userId) {
      return (await collection.deleteOne({ _id: methodId, userId }, { tx })).deletedCount === 1;
    },
  };
}

/** The lowest free place; null when all are taken. A unique index makes concurrent requests take different places. */
function freePlace(methods: readonly PayoutMethod[]): number | null {
  const taken = new Set(methods.map(({ place }) => place));
  const free = Array.from({ length: MAX_PAYOUT_METHODS }, (_, place) => place).find((place) => !taken.has(place));
  return free ?? null;
}
