import type { DeliveryFailure, DeliveryStatus } from "#libs/contracts/webhook/index.ts";
import { PING_KIND } from "#libs/contracts/webhook/kinds.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type DeliveryDoc, deliveries, PENDING_INDEX } from "./delivery.model.ts";

/** Most deliveries that one transaction changes. Without a limit, a long queue could prevent an endpoint from being disabled. */
export const DELIVERY_BATCH_SIZE = 2_000;

/** A delivery in a list. */
export type DeliveryRow = Omit<DeliveryDoc, "body">;

/** Deliveries as administrators and events use them; `delivery-queue.store.ts` is for their sending. */
export interface DeliveryStore {
  /** Rejects with a duplicate key error when an endpoint has a delivery of the event already. */
  insert(deliveries: readonly DeliveryDoc[], tx?: Tx): Promise<void>;
  /** A page of an endpoint's deliveries, newest first. @param status null: any */
  list(
    endpointId: string,
    status: DeliveryStatus | null,
    page: PageRequest,
  ): Promise<{ readonly rows: DeliveryRow[]; readonly total: number }>;
  /** Fails up to DELIVERY_BATCH_SIZE pending deliveries of a disabled endpoint. `failStranded` fails the rest once they are due. */
  failPending(tx: Tx, endpointId: string, now: Date): Promise<void>;
  /** The first endpoint after an id that has pending deliveries; null when there is none. */
  findEndpointWithPending(afterId: string): Promise<string | null>;
  /** Fails up to `limit` pending deliveries that were due before an instant. Returns how many it found: `limit` when there may be more. */
  failStranded(endpointId: string, dueBefore: Date, now: Date, limit: number): Promise<number>;
  /** Restarts the retry schedule with an attempt now, unless one is under way. Null when there is no such delivery. */
  retry(tx: Tx, endpointId: string, deliveryId: string, now: Date): Promise<DeliveryDoc | null>;
  /**
   * Restarts the retry schedule of up to DELIVERY_BATCH_SIZE deliveries that failed from `since` to `now`, tests excepted.
   * Returns how many: DELIVERY_BATCH_SIZE when there may be more.
   */
  retryFailed(tx: Tx, endpointId: string, since: Date, now: Date): Promise<number>;
}

const ID_ONLY = { _id: 1 } as const;
type IdOnly = Pick<DeliveryDoc, "_id">;

const restarted = (now: Date) =>
  ({ status: "PENDING", failureReason: null, tries: 0, dueAt: now, leaseId: null, finishedAt: null }) as const;
const failed = (failureReason: DeliveryFailure, now: Date) => ({ status: "FAILED", failureReason, finishedAt: now }) as const;

export function deliveryStore(database: Collections): DeliveryStore {
  const rows = database.collection(deliveries);

  /** Changes up to DELIVERY_BATCH_SIZE deliveries, and returns how many. */
  const updateBatch = async (tx: Tx, filter: Filter<DeliveryDoc>, fields: Partial<DeliveryDoc>): Promise<number> => {
    const found = await rows.find<IdOnly>(filter, { tx, projection: ID_ONLY, limit: DELIVERY_BATCH_SIZE });
    if (found.length === 0) return 0;
    const ids = found.map(({ _id }) => _id);
    return (await rows.updateMany({ _id: { $in: ids } }, { $set: fields }, { tx })).modifiedCount;
  };

  return {
    insert: (added, tx) => rows.insert(added, { tx }),

    async list(endpointId, status, page) {
      const filter: Filter<DeliveryDoc> = { endpointId, ...(status && { status }) };
      const total = await rows.count(filter);
      const options = { projection: { body: 0 }, sort: { createdAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit } as const;
      return { rows: await rows.find<DeliveryRow>(filter, options), total };
    },

    async failPending(tx, endpointId, now) {
      await updateBatch(tx, { endpointId, status: "PENDING" }, failed("ENDPOINT_DISABLED", now));
    },

    async findEndpointWithPending(afterId) {
      const options = { projection: { _id: 0, endpointId: 1 }, sort: { endpointId: 1 }, hint: PENDING_INDEX } as const;
      const found = await rows.findOne<Pick<DeliveryDoc, "endpointId">>({ status: "PENDING", endpointId: { $gt: afterId } }, options);
      return found?.endpointId ?? null;
    },

    async failStranded(endpointId, dueBefore, now, limit) {
      const stranded = { endpointId, status: "PENDING", dueAt: { $lt: dueBefore } } as const;
      const found = await rows.find<IdOnly>(stranded, { projection: ID_ONLY, hint: PENDING_INDEX, limit });
      const ids = found.map(({ _id }) => _id);
      if (ids.length > 0) await rows.updateMany({ ...stranded, _id: { $in: ids } }, { $set: failed("ENDPOINT_DISABLED", now) });
      return ids.length;
    },

    async retry(tx, endpointId, _id, now) {
      const underWay = { status: "PENDING", leaseId: { $ne: null }, dueAt: { $gt: now } } as const;
      await rows.updateOne({ _id, endpointId, $nor: [underWay] }, { $set: restarted(now) }, { tx });
      return rows.findOne({ _id, endpointId }, { tx });
    },

    retryFailed(tx, endpointId, since, now) {
      const filter = { endpointId, status: "FAILED", finishedAt: { $gte: since, $lte: now }, kind: { $ne: PING_KIND } } as const;
      return updateBatch(tx, filter, restarted(now));
    },
  };
}
