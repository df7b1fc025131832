import { type Clock, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { keysBy, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import { countedSince, type Refund, refundFields } from "../domain/refund.ts";
import { UNKNOWN_INDEX, type UnknownReferences, unknownReferences } from "./unknown-references.ts";

export const refunds = defineCollection({
  name: "refunds",
  fields: refundFields,
  indexes: [
    { name: "once_per_request", key: { requestId: 1, part: 1 }, unique: true },
    { name: "newest", key: { createdAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user", key: { userId: 1, createdAt: -1, _id: -1 } },
    { name: "newest_of_user_and_status", key: { userId: 1, status: 1, createdAt: -1, _id: -1 } },
    { name: "of_topup", key: { topupId: 1, _id: 1 } },
    { name: "to_ask", key: { askAt: 1 }, sparse: true },
    UNKNOWN_INDEX,
  ],
});

/** A refund in a working set. */
export const refundOf = keysBy(refunds, "_id");

export interface RefundStore extends UnknownReferences {
  /** Calls back after each commit of a request. */
  onRequested(listener: () => void): void;
  noteRequested(set: WorkingSet): void;
  find(refundId: string): Promise<Refund | null>;
  /** The parts of a request, in their order; none when it was never made. */
  listOfRequest(requestId: string): Promise<Refund[]>;
  /** When a fan has asked for refunds in the counted period, newest first. */
  earlierRequests(tx: Tx, userId: string, now: Date, limit: number): Promise<Date[]>;
  /** A page of the refunds that have the given fields; newest first. */
  list(filter: Partial<Pick<Refund, "_id" | "userId" | "status">>, page: PageRequest): Promise<{ rows: Refund[]; total: number }>;
  /** The ids of the refunds whose money a dispute of the same top-up took when they failed. Those of earlier versions do not name it. */
  listChargedBack(chargeback: Pick<Chargeback, "_id" | "topupId">): Promise<string[]>;
  /** Refunds about which the provider is to be asked now. */
  listToAsk(now: Date, limit: number): Promise<Refund[]>;
  /** Claims the next question to the provider. False when another process has claimed it since the refund was read. */
  claim(refund: Refund): Promise<boolean>;
}

/** Pauses between two questions; the last one stays. Longer than a call of a provider can take. */
const PAUSES_MS = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
const MAX_PAUSE_MS = 60 * MINUTE;
/** One that failed is the last of its top-up, and a part of a top-up is a cent at least. */
const MAX_OF_TOP_UP = 1_000;

export function refundStore(database: Collections, clock: Clock): RefundStore {
  const collection = database.collection(refunds);
  let requested = () => undefined as void;
  return {
    onRequested(listener) {
      requested = listener;
    },
    noteRequested: (set) => set.afterCommit(() => requested()),
    ...unknownReferences(collection, clock),
    find: (refundId) => collection.findOne({ _id: refundId }),
    listOfRequest: (requestId) => collection.find({ requestId }, { sort: { part: 1 } }),
    async earlierRequests(tx, userId, now, limit) {
      const filter = { userId, origin: "FAN", part: 0, createdAt: { $gt: countedSince(now) } } as const;
      const rows = await collection.find(filter, {
        tx,
        sort: { createdAt: -1, _id: -1 },
        hint: "newest_of_user",
        limit: Math.max(1, limit),
      });
      return rows.map(({ createdAt }) => createdAt);
    },
    list: (filter, page) => findPage(collection, filter, { sort: { createdAt: -1, _id: -1 }, page }),
    async listChargedBack({ _id: disputeId, topupId }) {
      const rows = await collection.find({ topupId }, { sort: { _id: 1 }, limit: MAX_OF_TOP_UP });
      const failed = rows.filter(({ status }) => status === "FAILED");
      return failed.filter(({ chargedBack }) => (chargedBack?.chargebackId ?? disputeId) === disputeId).map(({ _id }) => _id);
    },
    listToAsk: (now, limit) =>
      listLapsed({ now, until: new Date(now.getTime() + MAX_PAUSE_MS), limit }, (askAt, size) =>
        collection.find({ askAt }, { sort: { askAt: 1 }, limit: size }),
      ),
    async claim({ _id, askAt, asked }) {
      const pause = PAUSES_MS[asked] ?? MAX_PAUSE_MS;
      const update = { $set: { askAt: new Date(clock.now().getTime() + pause), asked: asked + 1 } };
      const { modifiedCount } = await collection.updateOne({ _id, status: "PENDING", askAt: askAt ?? null, asked }, update);
      return modifiedCount === 1;
    },
  };
}
