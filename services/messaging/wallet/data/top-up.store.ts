import { MAX_REFUND_PARTS } from "#libs/contracts/wallet/refunds.ts";
import { TOPUP_STATUSES } from "#libs/contracts/wallet/top-ups.ts";
import { type Clock, HOUR } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { documentKind, type Key } from "#libs/platform/mongo/working-set.ts";
import { refundableOf, type TopUp, topUpFields } from "../domain/top-up.ts";
import { COUNTED_STATUSES, type CountedTopUp, DAY_MS, MAX_FAILED, MONTH_MS, type TopUpUse, useFrom } from "../domain/top-up-limits.ts";
import { UNKNOWN_INDEX, type UnknownReferences, unknownReferences } from "./unknown-references.ts";

export const topUps = defineCollection({
  name: "topups",
  fields: topUpFields,
  indexes: [
    { name: "one_per_key", key: { userId: 1, idempotencyKey: 1 }, unique: true },
    { name: "newest", key: { createdAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user_and_status", key: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
    { name: "of_charge", key: { provider: 1, providerReference: 1 } },
    { name: "to_check", key: { checkAt: 1 }, partialFilterExpression: { checkAt: { $exists: true } } },
    { name: "instruments_of_user", key: { userId: 1, instrumentHash: 1 }, partialFilterExpression: { instrumentHash: { $gt: "" } } },
    { name: "of_return", key: { returnId: 1 }, sparse: true },
    UNKNOWN_INDEX,
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

type Filters = Partial<Pick<TopUp, "_id" | "userId" | "status">>;
type Page = Promise<{ readonly rows: TopUp[]; readonly total: number }>;

export interface TopUpStore extends UnknownReferences {
  find(topUpId: string): Promise<TopUp | null>;
  findByKey(userId: string, idempotencyKey: string): Promise<TopUp | null>;
  /** Null for a top-up of another user. */
  findOfUser(topUpId: string, userId: string): Promise<TopUp | null>;
  /** The top-up of a charge; null for one that this system has not started. */
  findByCharge(provider: string, providerReference: string): Promise<TopUp | null>;
  /** The top-up whose return at its provider has our id. */
  findByReturn(returnId: string): Promise<TopUp | null>;
  /** A page of the top-ups that have the given fields, newest first. */
  list(filters: Filters, page: PageRequest): Page;
  /** A page of the top-ups of a user that are not in the wallet, newest first. */
  listUncredited(userId: string, page: PageRequest): Page;
  /** Top-ups in review, and since when the oldest waits. */
  waiting(): Promise<QueueState>;
  /** What the limits count of a user. */
  useOf(tx: Tx, userId: string): Promise<Omit<TopUpUse, "amount" | "balance">>;
  /** Records that the provider has accepted a charge, unless that is recorded. */
  setStarted(topUpId: string, started: Pick<TopUp, "action"> & { readonly providerReference: string }): Promise<void>;
  /** The top-ups about which the provider is to be asked, the earliest first. */
  listDue(limit: number): Promise<TopUp[]>;
  /** Keyed hashes of the cards and accounts with which a user has paid. */
  instrumentsOf(userId: string): Promise<string[]>;
  /** Whether a user has paid with one of these. */
  hasInstrument(userId: string, hashes: readonly string[]): Promise<boolean>;
  /** Claims the next request to the provider. False when another process has claimed it since the top-up was read. */
  claim(topUp: TopUp, checkAt: Date): Promise<boolean>;
  /** The newest top-ups of a user that have something left to refund, until they have as much as an amount together. */
  listRefundable(userId: string, amount: Money, tx?: Tx): Promise<TopUp[]>;
}

const NEWEST = { createdAt: -1, _id: -1 } as const;
const UNCREDITED = TOPUP_STATUSES.filter((status) => status !== "SUCCEEDED");
const MAX_INSTRUMENT_ROWS = 1_000;
const REFUNDABLE_BATCH_SIZE = 50;

export function topUpStore(database: Collections, clock: Clock): TopUpStore {
  const collection = database.collection(topUps);
  const findByKey = (userId: string, idempotencyKey: string) => collection.findOne({ userId, idempotencyKey });

  return {
    find: (topUpId) => collection.findOne({ _id: topUpId }),
    findByKey,
    findOfUser: (topUpId, userId) => collection.findOne({ _id: topUpId, userId }),
    findByCharge: (provider, providerReference) => collection.findOne({ provider, providerReference }),
    findByReturn: (returnId) => collection.findOne({ returnId }),
    list: (filters, page) => findPage(collection, filters, { sort: NEWEST, page }),
    listUncredited: (userId, page) => findPage(collection, { userId, status: { $in: UNCREDITED } }, { sort: NEWEST, page }),
    waiting: () => queueState(collection, { status: "REVIEW" }, "createdAt"),
    async useOf(tx, userId) {
      const now = clock.now();
      const counted = { userId, status: { $in: [...COUNTED_STATUSES] }, createdAt: { $gt: new Date(now.getTime() - MONTH_MS) } };
      const projection = { status: 1, amount: 1, createdAt: 1 } as const;
      const rows = await collection.find<CountedTopUp>(counted, { tx, projection });
      const failed = { userId, status: "FAILED", createdAt: { $gt: new Date(now.getTime() - DAY_MS) } } as const;
      return { ...useFrom(rows, now), failed: await collection.count(failed, { tx, limit: MAX_FAILED }) };
    },
    async setStarted(topUpId, { providerReference, action }) {
      await collection.updateOne({ _id: topUpId, providerReference: null }, { $set: { providerReference, ...(action && { action }) } });
    },
    ...unknownReferences(collection, clock),
    listDue(limit) {
      const now = clock.now();
      const until = new Date(now.getTime() + HOUR);
      return listLapsed({ now, until, limit }, (checkAt, size) => collection.find({ checkAt }, { sort: { checkAt: 1 }, limit: size }));
    },
    async instrumentsOf(userId) {
      const rows = await collection.find<Pick<TopUp, "instrumentHash">>(
        { userId, instrumentHash: { $gt: "" } },
        { projection: { instrumentHash: 1 }, sort: { instrumentHash: 1 }, limit: MAX_INSTRUMENT_ROWS },
      );
      return [...new Set(rows.flatMap(({ instrumentHash = [] }) => instrumentHash))];
    },
    hasInstrument: async (userId, hashes) =>
      (await collection.findOne({ userId, instrumentHash: { $in: [...hashes], $gt: "" } }, { projection: { _id: 1 } })) !== null,
    async claim({ _id, status, checkAt }, next) {
      if (checkAt === undefined) return false;
      const { modifiedCount } = await collection.updateOne({ _id, status, checkAt }, { $set: { checkAt: next } });
      return modifiedCount === 1;
    },
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
  };
}
