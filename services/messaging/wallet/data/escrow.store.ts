import { MAX_COUNTED } from "#libs/contracts/config/console.ts";
import type { HeldStatus } from "#libs/contracts/wallet/held-earnings.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { ListPart, PageRequest } from "#libs/kernel/paging.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { findPage, findPageOfEither } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { keysBy } from "#libs/platform/mongo/working-set.ts";
import type { Escrow } from "../domain/escrow.ts";
import { escrows, REVIEWED } from "./escrow.model.ts";
import { OF_PROPOSED, PROPOSED } from "./proposed.ts";

/** Open escrows of one amount and one commission rate. */
export interface HeldGroup extends Pick<Escrow, "amount" | "commissionRate"> {
  readonly count: number;
}

type EscrowPage = Promise<{ rows: Escrow[]; total: number }>;

interface Period {
  readonly from: Date;
  /** The first instant after it. */
  readonly to: Date;
}

export interface EscrowStore {
  /** Shows the escrow to its creator from now on. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /**
   * A page of the escrows that have the given fields; newest first.
   * @param userId the fan or the creator; undefined for those of everybody
   */
  list(userId: string | undefined, filter: Partial<Pick<Escrow, "messageId" | "status">>, page: PageRequest): EscrowPage;
  /** A page of the escrows whose price is to go back once a second person asks for it; the latest request first. */
  listProposed(userId: string | undefined, filter: Partial<Pick<Escrow, "messageId">>, page: PageRequest): EscrowPage;
  /** Those whose price is to go back once a second person asks for it. */
  proposed(): Promise<QueueState>;
  /** The escrows of some messages, by message. */
  findByMessage(messageIds: readonly string[]): Promise<ReadonlyMap<string, Escrow>>;
  /** Minor units in escrow now. */
  heldTotal(): Promise<Money>;
  /** The same, at most five seconds old, for readers who ask often: each new sum reads all open escrows. */
  recentHeldTotal(): Promise<Money>;
  /** The open escrows that a creator may see, grouped by amount and commission rate. */
  heldForCreator(creatorUserId: string): Promise<HeldGroup[]>;
  /** The escrows that a creator may see and that were open at an instant, as they were then; the newest first, up to {@link MAX_OPEN}. */
  openOfCreator(creatorUserId: string, at: Date): Promise<ListPart<Escrow>>;
  /** The escrows that a creator may see whose price went back within a period without an answer, the last first. */
  refundedOfCreator(creatorUserId: string, period: Period): Promise<ListPart<Escrow>>;
  /** Messages whose earnings are in hold after a day, and not stopped. */
  listInHold(fanId: string, today: string, limit: number): Promise<string[]>;
  /** Answers that the job has not looked at yet, the earliest first. */
  listToReview(skip: number, limit: number): Promise<Escrow[]>;
  /** Answers under review whose day has come. */
  listMature(today: string, skip: number, limit: number): Promise<Escrow[]>;
  /** A page of the answers whose earnings are under review, or were, of a fan or a creator; newest first. */
  listReviewed(userId: string | undefined, filter: ReviewFilter, page: PageRequest): EscrowPage;
  /** The answers under review. */
  waiting(): Promise<QueueState>;
  /** Messages of a fan whose earnings are stopped, the last answer first. */
  listStopped(fanId: string, limit: number): Promise<string[]>;
}

type ReviewFilter = { readonly messageId?: string; readonly "review.status"?: HeldStatus };

const RECENT_MS = 5 * SECOND;
/** A list of open messages has no more of them: each of its pages reads all of their ids. */
const MAX_OPEN = MAX_COUNTED;

/** The escrow of a message in a working set. */
export const escrowOf = keysBy(escrows, "messageId");

const inHoldAfter = (fanId: string, today: string) =>
  ({ fanId, availableOn: { $gt: today }, status: "RELEASED", stopped: { $exists: false } }) as const;
/** Answers of some creators whose earnings are in hold after a day, and not stopped; of one that was reversed nothing is left. */
export const inHoldOf = (creatorIds: readonly string[], day: string) =>
  ({ creatorId: { $in: [...creatorIds] }, availableOn: { $gt: day }, stopped: { $exists: false } }) as const;
const messagesOf = (rows: readonly Escrow[]): string[] => rows.map(({ messageId }) => messageId);

export function escrowStore(database: Collections): EscrowStore {
  const collection = database.collection(escrows);
  let recent: { readonly total: Promise<Money>; readonly at: number } | null = null;

  const heldTotal = async (): Promise<Money> => {
    const stages = [{ $match: { status: "HELD" } }, { $group: { _id: null, total: { $sum: "$amount" } } }];
    const [sum] = await collection.aggregate<{ total: Money }>(stages);
    return sum?.total ?? 0n;
  };

  return {
    async reveal(tx, messageId) {
      await collection.updateOne({ messageId }, { $set: { concealed: false } }, { tx });
    },
    list(userId, filter, page) {
      const paging = { sort: { heldAt: -1, _id: -1 }, page } as const;
      if (userId === undefined) return findPage(collection, filter, paging);
      const ofUser = [
        { ...filter, fanId: userId },
        { ...filter, creatorId: userId },
      ] as const;
      return findPageOfEither(collection, ofUser, paging);
    },
    listProposed(userId, filter, page) {
      const ofUser = userId === undefined ? {} : { $or: [{ fanId: userId }, { creatorId: userId }] };
      return findPage(collection, { ...filter, ...PROPOSED, ...ofUser }, { ...OF_PROPOSED, page });
    },
    proposed: () => queueState(collection, PROPOSED, "approval.at"),
    async findByMessage(messageIds) {
      if (messageIds.length === 0) return new Map();
      const found = await collection.find({ messageId: { $in: [...messageIds] } });
      return new Map(found.map((escrow) => [escrow.messageId, escrow]));
    },
    heldTotal,
    recentHeldTotal() {
      if (recent && elapsedMs() - recent.at < RECENT_MS) return recent.total;
      const total = heldTotal();
      recent = { total, at: elapsedMs() };
      total.catch(() => {
        recent = null;
      });
      return total;
    },
    async heldForCreator(creatorId) {
      const groups = await collection.aggregate<{ _id: Pick<Escrow, "amount" | "commissionRate">; count: number }>([
        { $match: { creatorId, status: "HELD", concealed: { $ne: true } } },
        { $group: { _id: { amount: "$amount", commissionRate: "$commissionRate" }, count: { $sum: 1 } } },
      ]);
      return groups.map(({ _id, count }) => ({ ..._id, count: Number(count) }));
    },
    ...partsOfCreator(collection),
    listInHold: async (fanId, today, limit) =>
      messagesOf(await collection.find(inHoldAfter(fanId, today), { hint: "in_hold_of_fan", limit })),
    ...reviewStore(collection),
    listStopped: async (fanId, limit) =>
      messagesOf(await collection.find({ stopped: true, fanId }, { sort: { resolvedAt: -1, _id: -1 }, limit })),
  };
}

/** Escrows by their end, which decides whether they are open. */
function partsOfCreator(collection: Collection<Escrow>): Pick<EscrowStore, "openOfCreator" | "refundedOfCreator"> {
  const options = { sort: { resolvedAt: -1, _id: -1 }, hint: "of_creator_by_end" } as const;
  const shownTo = (creatorId: string) => ({ creatorId, concealed: { $ne: true } });
  return {
    async openOfCreator(creatorId, at) {
      const idsOf = async (resolvedAt: Filter<Escrow>["resolvedAt"]) => {
        const filter = { ...shownTo(creatorId), heldAt: { $lte: at }, resolvedAt } as Filter<Escrow>;
        const found = await collection.find<Pick<Escrow, "_id">>(filter, { ...options, projection: { _id: 1 }, limit: MAX_OPEN });
        return found.map(({ _id }) => _id);
      };
      // In this order: one that ends between the two reads is in both, and never in none.
      const open = await idsOf(null);
      const ended = await idsOf({ $gt: at });
      const ids = [...new Set([...open, ...ended])].sort().reverse().slice(0, MAX_OPEN);
      return {
        count: ids.length,
        async find(skip, limit) {
          const rows = await collection.find({ _id: { $in: ids.slice(skip, skip + limit) } });
          return rows.sort((one, other) => (one._id < other._id ? 1 : -1)).map((row) => ({ ...row, status: "HELD", resolvedAt: null }));
        },
      };
    },
    async refundedOfCreator(creatorId, { from, to }) {
      const filter = { ...shownTo(creatorId), status: "REFUNDED", resolvedAt: { $gte: from, $lt: to } } as const;
      return {
        count: await collection.count(filter, { hint: options.hint }),
        find: (skip, limit) => collection.find(filter, { ...options, skip, limit }),
      };
    },
  };
}

type ReviewStore = Pick<EscrowStore, "listToReview" | "listMature" | "listReviewed" | "waiting">;

/** The reviews of answers, which are part of their escrows. */
function reviewStore(collection: Collection<Escrow>): ReviewStore {
  return {
    listToReview: (skip, limit) => collection.find({ toReview: true }, { sort: { resolvedAt: 1 }, skip, limit }),
    listMature: (today, skip, limit) =>
      collection.find({ ...REVIEWED, "review.status": "HELD", availableOn: { $lte: today } }, { sort: { availableOn: 1 }, skip, limit }),
    async listReviewed(userId, filter, page) {
      // This list names an answer by its message.
      const last = page.after === undefined ? null : await collection.findOne({ messageId: page.after });
      const paging = { sort: { "review.heldAt": -1, _id: -1 }, page: { ...page, after: last?._id ?? page.after } } as const;
      const reviewed = { ...REVIEWED, ...filter };
      if (userId === undefined) return findPage(collection, reviewed, paging);
      const ofUser = [
        { ...reviewed, fanId: userId },
        { ...reviewed, creatorId: userId },
      ] as const;
      return findPageOfEither(collection, ofUser, paging);
    },
    waiting: () => queueState(collection, { ...REVIEWED, "review.status": "HELD" }, "review.heldAt"),
  };
}
