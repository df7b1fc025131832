import { MAX_COUNTED } from "#libs/contracts/config/console.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import type { PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import { type Clock, HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collection, Collections } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { sumOf } from "../domain/ledger.ts";
import { OPEN_PAYOUT_STATUSES, type Payout, WAITING_PAYOUT_STATUSES } from "../domain/payout.ts";
import { ERASE_DESTINATION, payouts } from "./payout.model.ts";

type NewPayout = Pick<
  Payout,
  "_id" | "userId" | "creatorId" | "idempotencyKey" | "amount" | "methodId" | "methodKind" | "methodLabel" | "weekSum"
> &
  Partial<Pick<Payout, "leaving" | "payee">>;

/** Fields that a move sets besides the status. */
type Decision = Partial<Pick<Payout, "provider" | "payee" | "decidedBy" | "reason" | "approval" | "begunAt">>;

export interface PayoutStore {
  find(payoutId: string, tx?: Tx): Promise<Payout | null>;
  /** Null for a payout of another user. */
  findOfUser(payoutId: string, userId: string): Promise<Payout | null>;
  hasAny(userId: string): Promise<boolean>;
  findByKey(userId: string, idempotencyKey: string): Promise<Payout | null>;
  /** The method of the last payout that was paid; null when there was none. */
  lastPaidMethodId(userId: string): Promise<string | null>;
  /** Minor units of the payouts that were requested since an instant, without those that were cancelled or failed. */
  sumSince(tx: Tx, userId: string, since: Date): Promise<Money>;
  /** Rejects with a duplicate key error when the user has a payout with this idempotency key. */
  insert(tx: Tx, payout: NewPayout): Promise<Payout>;
  /**
   * Makes a move and returns the payout afterwards. Null when there is none, or it is not in a status in which the move starts.
   * @param firstBy who gave the first approval on which the move relies: null as well when another person did
   */
  move(tx: Tx, payoutId: string, move: Move<PayoutStatus>, decision?: Decision, firstBy?: string): Promise<Payout | null>;
  /** Records the first of the two people who settle a payout by hand. Null when it is not PROCESSING. */
  propose(tx: Tx, payoutId: string, settlement: NonNullable<Payout["settlement"]>): Promise<Payout | null>;
  /** The user leaves: payouts that wait or are under way are decided without the profile of the creator. */
  markLeaving(tx: Tx, userId: string): Promise<void>;
  /** A page of the payouts that have the given fields; newest first. */
  list(filter: Partial<Pick<Payout, "_id" | "userId" | "status">>, page: PageRequest): Promise<{ rows: Payout[]; total: number }>;
  /** A page of the payouts that wait for a decision; newest first. */
  listWaiting(filter: Partial<Pick<Payout, "_id" | "userId">>, page: PageRequest): Promise<{ rows: Payout[]; total: number }>;
  /** The payouts that wait for a decision, and how many of them were requested before an instant. */
  waiting(overdueBefore: Date): Promise<QueueState & { readonly overdue: number }>;
  /** Minor units of the payouts under way: requested, and neither paid nor returned. */
  sumUnderWay(userId: string): Promise<Money>;
  /** The payouts that were under way at an instant, or begun or ended within an hour of it. */
  listAround(userId: string, at: Date): Promise<string[]>;
  /** The payouts that ended within a period, or within a second of it. */
  listEnded(from: Date, to: Date): Promise<string[]>;
  /**
   * PROCESSING payouts that were last sent to their provider before a time, the earliest first. Then those without funds whose hour is over.
   * Includes those dated too far ahead, because a fast clock wrote them.
   */
  listUnfinished(triedBefore: Date, now: Date, limit: number): Promise<Payout[]>;
  /**
   * Claims the next request to the provider. False when another process has claimed it since the payout was read.
   * @param isSent false: it is not sent this time, and waits for its next turn
   */
  claim(payout: Payout, isSent: boolean): Promise<boolean>;
  /** Records whether the provider has too little money for a payout that it has not decided: then it is asked hourly. */
  setFundsMissing(payout: Payout, isMissing: boolean): Promise<void>;
  /** How many payouts wait for money at their provider. */
  countWithoutFunds(): Promise<number>;
}

const NEWEST = { requestedAt: -1, _id: -1 } as const;
const WAITING = { status: { $in: [...WAITING_PAYOUT_STATUSES] } };

/** @param changed called by each transaction that changes a payout of a user */
export function payoutStore(database: Collections, clock: Clock, changed: (tx: Tx, userId: string) => void = () => undefined): PayoutStore {
  const collection = database.collection(payouts);
  return {
    find: (payoutId, tx) => collection.findOne({ _id: payoutId }, { tx }),
    findOfUser: (payoutId, userId) => collection.findOne({ _id: payoutId, userId }),
    hasAny: async (userId) => (await collection.findOne({ userId }, { projection: { _id: 1 } })) !== null,
    findByKey: (userId, idempotencyKey) => collection.findOne({ userId, idempotencyKey }),
    lastPaidMethodId: async (userId) => (await collection.findOne({ userId, status: "PAID" }, { sort: NEWEST }))?.methodId ?? null,
    sumUnderWay: (userId) => amountsOf(collection, { userId, settledAt: null }),
    async listAround(userId, at) {
      const [earlier, later] = [-HOUR, HOUR].map((by) => new Date(at.getTime() + by)) as [Date, Date];
      const filter = { userId, requestedAt: { $lt: later }, $or: [{ settledAt: null }, { settledAt: { $gte: earlier } }] };
      return (await collection.find<Pick<Payout, "_id">>(filter, { projection: { _id: 1 } })).map(({ _id }) => _id);
    },
    async listEnded(from, to) {
      const settledAt = { $gte: new Date(from.getTime() - SECOND), $lt: new Date(to.getTime() + SECOND) };
      const rows = await collection.find<Pick<Payout, "_id">>({ settledAt }, { projection: { _id: 1 }, limit: MAX_COUNTED });
      return rows.map(({ _id }) => _id);
    },
    async sumSince(tx, userId, since) {
      const filter = { userId, requestedAt: { $gte: since }, status: { $in: [...OPEN_PAYOUT_STATUSES, "PAID" as const] } };
      return amountsOf(collection, filter, tx);
    },
    async insert(tx, newPayout) {
      const payout: Payout = {
        ...newPayout,
        currency: CURRENCY,
        status: "REQUESTED",
        provider: null,
        decidedBy: null,
        reason: null,
        requestedAt: clock.now(),
        settledAt: null,
      };
      await collection.insert(payout, { tx });
      changed(tx, payout.userId);
      return payout;
    },
    async move(tx, payoutId, { from, to }, decision = {}, firstBy = undefined) {
      const now = clock.now();
      const isOpen = OPEN_PAYOUT_STATUSES.includes(to);
      const update = isOpen
        ? {
            $set: { ...decision, status: to, ...(to === "PROCESSING" && { triedAt: now }) },
            ...(to === "REQUESTED" && { $unset: { approval: 1 as const } }),
          }
        : { $set: { ...decision, status: to, settledAt: now }, $unset: { triedAt: 1, askAt: 1 } };
      const filter = { _id: payoutId, status: { $in: [...from] }, ...(firstBy !== undefined && { "approval.by": firstBy }) };
      const payout = await collection.findOneAndUpdate(filter, update, { tx, returnDocument: "after" });
      if (payout) changed(tx, payout.userId);
      if (!payout?.ownerGone || isOpen) return payout;
      return collection.findOneAndUpdate({ _id: payoutId }, ERASE_DESTINATION, { tx, returnDocument: "after" });
    },
    propose: (tx, _id, settlement) =>
      collection.findOneAndUpdate({ _id, status: "PROCESSING" }, { $set: { settlement } }, { tx, returnDocument: "after" }),
    async markLeaving(tx, userId) {
      await collection.updateMany({ userId, settledAt: null }, { $set: { leaving: true } }, { tx });
    },
    list: (filter, page) => findPage(collection, filter, { sort: NEWEST, page }),
    listWaiting: (filter, page) => findPage(collection, { ...filter, ...WAITING }, { sort: NEWEST, page }),
    async waiting(before) {
      const state = await queueState(collection, WAITING, "requestedAt");
      const isOverdue = state.oldest !== null && new Date(state.oldest) < before;
      const limit = { limit: MAX_COUNTED };
      return { ...state, overdue: isOverdue ? await collection.count({ ...WAITING, requestedAt: { $lt: before } }, limit) : 0 };
    },
    ...atProvider(collection, clock),
  };
}

type AtProvider = Pick<PayoutStore, "listUnfinished" | "claim" | "setFundsMissing" | "countWithoutFunds">;

const hourAfter = (now: Date): Date => new Date(now.getTime() + HOUR);

/** What becomes of the payouts that the provider has. */
function atProvider(collection: Collection<Payout>, clock: Clock): AtProvider {
  return {
    async listUnfinished(triedBefore, now, limit) {
      const tried = await listLapsed({ now: triedBefore, until: now, limit }, (triedAt, size) =>
        collection.find({ triedAt }, { sort: { triedAt: 1 }, limit: size }),
      );
      const waiting = await listLapsed({ now, until: hourAfter(now), limit }, (askAt, size) =>
        collection.find({ askAt }, { sort: { askAt: 1 }, limit: size }),
      );
      return [...tried, ...waiting];
    },
    async claim({ _id, triedAt, askAt, begunAt }, isSent) {
      const now = clock.now();
      const asRead = { _id, status: "PROCESSING" as const, triedAt: triedAt ?? null, askAt: askAt ?? null };
      const turn = askAt ? { askAt: hourAfter(now) } : { triedAt: now };
      const { modifiedCount } = await collection.updateOne(asRead, { $set: { ...turn, ...(isSent && !begunAt && { begunAt: now }) } });
      return modifiedCount === 1;
    },
    async setFundsMissing({ _id, askAt }, isMissing) {
      if (isMissing === (askAt !== undefined)) return;
      const now = clock.now();
      const update = isMissing
        ? { $set: { askAt: hourAfter(now) }, $unset: { triedAt: 1 as const } }
        : { $set: { triedAt: now }, $unset: { askAt: 1 as const } };
      await collection.updateOne({ _id, status: "PROCESSING" }, update);
    },
    countWithoutFunds: () => collection.count({ askAt: { $gt: new Date(0) } }, { limit: MAX_COUNTED }),
  };
}

async function amountsOf(collection: Collection<Payout>, filter: Parameters<Collection<Payout>["find"]>[0], tx?: Tx): Promise<Money> {
  const rows = await collection.find<Pick<Payout, "amount">>(filter, { tx, projection: { amount: 1 } });
  return sumOf(rows.map(({ amount }) => amount));
}
