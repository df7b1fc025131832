import { CURRENCY } from "#libs/contracts/shared.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { TopUp, TopUpStatus } from "../domain/top-up.ts";
import { topUpFields } from "../domain/top-up.ts";

type NewTopUp = Pick<TopUp, "userId" | "idempotencyKey" | "amount" | "provider">;

export const topUps = defineCollection({
  name: "topups",
  fields: topUpFields,
  indexes: [
    { name: "one_per_key", key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { name: "newest_of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user_and_status", key: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
  ],
});

export interface TopUpStore {
  find(topUpId: string): Promise<TopUp | null>;
  findByKey(userId: string, idempotencyKey: string): Promise<TopUp | null>;
  /** Null for a top-up of another user. */
  findOfUser(topUpId: string, userId: string): Promise<TopUp | null>;
  /** A page of the top-ups of a user, newest first. @param status undefined: of any */
  list(userId: string, status: TopUpStatus | undefined, page: PageRequest): Promise<{ readonly rows: TopUp[]; readonly total: number }>;
  /** The new top-up, or the existing one with its idempotency key. */
  insertOrFind(topUp: NewTopUp): Promise<TopUp>;
  setReference(topUpId: string, providerReference: string): Promise<void>;
  /** Makes a move. False when the top-up is not in a status in which the move starts. */
  move(tx: Tx, topUpId: string, move: Move<TopUpStatus>): Promise<boolean>;
  /** Minor units of all top-ups that succeeded. */
  succeededTotal(tx: Tx): Promise<Money>;
}

export function topUpStore(database: Collections, clock: Clock): TopUpStore {
  const collection = database.collection(topUps);
  const findByKey = (userId: string, idempotencyKey: string) => collection.findOne({ userId, idempotencyKey });

  return {
    find: (topUpId) => collection.findOne({ _id: topUpId }),
    findByKey,
    findOfUser: (topUpId, userId) => collection.findOne({ _id: topUpId, userId }),
    list(userId, status, page) {
      const filter = { userId, ...(status !== undefined && { status }) };
      return findPage(collection, filter, { sort: { createdAt: -1, _id: -1 }, page });
    },
    async insertOrFind(newTopUp) {
      const topUp: TopUp = {
        ...newTopUp,
        _id: uuid(),
        currency: CURRENCY,
        status: "PENDING",
        providerReference: null,
        createdAt: clock.now(),
        settledAt: null,
      };
      try {
        await collection.insert(topUp);
        return topUp;
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByKey(topUp.userId, topUp.idempotencyKey) : null;
        if (!winner) throw error;
        return winner;
      }
    },
    async setReference(topUpId, providerReference) {
      await collection.updateOne({ _id: topUpId, providerReference: null }, { $set: { providerReference } });
    },
    async move(tx, topUpId, { from, to }) {
      const filter = { _id: topUpId, status: { $in: [...from] } };
      const { modifiedCount } = await collection.updateOne(filter, { $set: { status: to, settledAt: clock.now() } }, { tx });
      return modifiedCount === 1;
    },
    async succeededTotal(tx) {
      const stages = [{ $match: { status: "SUCCEEDED" } }, { $group: { _id: null, total: { $sum: "$amount" } } }];
      const [sum] = await collection.aggregate<{ total: Money }>(stages, { tx });
      return sum?.total ?? 0n;
    },
  };
}
