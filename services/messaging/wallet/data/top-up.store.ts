import { CURRENCY } from "#libs/contracts/shared.ts";
import { MAX_REFUND_PARTS } from "#libs/contracts/wallet/refunds.ts";
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
import { documentKind, type Key } from "#libs/platform/mongo/working-set.ts";
import type { TopUp, TopUpStatus } from "../domain/top-up.ts";
import { refundableOf, topUpFields } from "../domain/top-up.ts";

type NewTopUp = Pick<TopUp, "userId" | "idempotencyKey" | "amount" | "provider">;

export const topUps = defineCollection({
  name: "topups",
  fields: topUpFields,
  indexes: [
    { name: "one_per_key", key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { name: "newest_of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user_and_status", key: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
    { name: "of_charge", key: { provider: 1, providerReference: 1 } },
  ],
});

const topUpKind = documentKind(
  topUps,
  (ids) => ({ _id: { $in: [...ids] } }),
  ({ _id }) => _id,
  ["status"],
);

/** A top-up in a working set. */
export const topUpOf = (topUpId: string): Key<TopUp> => ({ kind: topUpKind, name: topUpId, value: topUpId });

type TopUpTotals = Readonly<Record<"amount" | "refunded" | "disputed", Money>>;

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
  /** The top-up of a charge; null for one that this system has not started. */
  findByCharge(provider: string, providerReference: string): Promise<TopUp | null>;
  /** The newest top-ups of a user that have something left to refund, until they have as much as an amount together. */
  listRefundable(userId: string, amount: Money, tx?: Tx): Promise<TopUp[]>;
  findByIds(tx: Tx, topUpIds: readonly string[]): Promise<TopUp[]>;
  /** Minor units of all top-ups that succeeded, and of what went back or is disputed of them. */
  succeededTotals(tx: Tx): Promise<TopUpTotals>;
}

const REFUNDABLE_BATCH_SIZE = 50;

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
    findByCharge: (provider, providerReference) => collection.findOne({ provider, providerReference }),
    async listRefundable(userId, amount, tx) {
      const found: TopUp[] = [];
      let missing = amount;
      for (let skip = 0; missing > 0n && found.length < MAX_REFUND_PARTS; skip += REFUNDABLE_BATCH_SIZE) {
        const paging = { sort: { createdAt: -1, _id: -1 }, skip, limit: REFUNDABLE_BATCH_SIZE } as const;
        const rows = await collection.find({ userId, status: "SUCCEEDED" }, { ...paging, hint: "newest_of_user_and_status", tx });
        for (const topUp of rows) {
          const left = refundableOf(topUp);
          if (left > 0n && missing > 0n && found.length < MAX_REFUND_PARTS) found.push(topUp);
          missing -= left;
        }
        if (rows.length < REFUNDABLE_BATCH_SIZE) break;
      }
      return found;
    },
    findByIds: (tx, ids) => collection.find({ _id: { $in: [...ids] } }, { tx }),
    async succeededTotals(tx) {
      const sums = { amount: { $sum: "$amount" }, refunded: { $sum: "$refunded" }, disputed: { $sum: "$disputed" } };
      const stages = [{ $match: { status: "SUCCEEDED" } }, { $group: { _id: null, ...sums } }];
      const [sum] = await collection.aggregate<Record<keyof TopUpTotals, Money | number>>(stages, { tx });
      // MongoDB returns a sum over nothing as a 32-bit zero.
      return { amount: BigInt(sum?.amount ?? 0), refunded: BigInt(sum?.refunded ?? 0), disputed: BigInt(sum?.disputed ?? 0) };
    },
  };
}
