import type { Connection, Model, QueryFilter } from "mongoose";
import type { DeliveryFailure, DeliveryStatus } from "#libs/contracts/webhook.ts";
import { PING_KIND } from "#libs/contracts/webhook-kinds.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type DeliveryDoc, deliveryModel, WAITING_INDEX } from "./delivery.model.ts";

/** Deliveries that one transaction changes; without a bound, a long queue could keep an endpoint from being switched off. */
export const MOST_AT_ONCE = 2_000;

const again = (now: Date) => ({ status: "PENDING", failureReason: null, tries: 0, dueAt: now, leaseId: null, finishedAt: null }) as const;
const givenUp = (reason: DeliveryFailure, now: Date) => ({ status: "FAILED", failureReason: reason, finishedAt: now }) as const;

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** Deliveries as administrators and events see them. */
export function deliveryStore(connection: Connection) {
  const model = deliveryModel(connection);
  return {
    async insert(deliveries: readonly DeliveryDoc[], session: Tx | null = null): Promise<void> {
      await model.insertMany([...deliveries], { session });
    },

    /** A page of an endpoint's deliveries, newest first, and how many there are. */
    async page(endpointId: string, status: DeliveryStatus | null, page: PageRequest): Promise<{ rows: DeliveryDoc[]; total: number }> {
      const filter: QueryFilter<DeliveryDoc> = { endpointId, ...(status && { status }) };
      const total = await model.countDocuments(filter);
      const rows = await model
        .find(filter, { body: 0 })
        .sort({ createdAt: -1, _id: -1 })
        .skip(skipOf(page))
        .limit(page.limit)
        .lean<DeliveryDoc[]>();
      return { rows, total };
    },

    /** Gives up what waits for an endpoint: as much as one transaction has the time for. The rest ends when it is due (giveUpStrandedOf). */
    async giveUpWaitingOf(session: Tx, endpointId: string, now: Date): Promise<void> {
      const waiting = { endpointId, status: "PENDING" } as const;
      await changeSome(model, session, waiting, givenUp("ENDPOINT_DISABLED", now));
    },

    /** The first endpoint, in the order of ids and behind an id, that something waits for; null when there is none. */
    async waitedForAfter(endpointId: string): Promise<string | null> {
      const waiting: QueryFilter<DeliveryDoc> = { status: "PENDING", endpointId: { $gt: endpointId } };
      const found = model.findOne(waiting, { _id: 0, endpointId: 1 }).sort({ endpointId: 1 }).hint(WAITING_INDEX);
      return (await found.lean<Pick<DeliveryDoc, "endpointId">>())?.endpointId ?? null;
    },

    /** Gives up some of what has been due for an endpoint since `before`. Returns how many were found: as many as `limit` when there may be more. */
    async giveUpStrandedOf(endpointId: string, before: Date, now: Date, limit: number): Promise<number> {
      const stranded = { endpointId, status: "PENDING", dueAt: { $lt: before } } as const;
      const found = model.find(stranded, { _id: 1 }).hint(WAITING_INDEX).limit(limit);
      const ids = (await found.lean<Pick<DeliveryDoc, "_id">[]>()).map(({ _id }) => _id);
      if (ids.length > 0) await model.updateMany({ ...stranded, _id: { $in: ids } }, { $set: givenUp("ENDPOINT_DISABLED", now) });
      return ids.length;
    },

    /** Begins the schedule anew, with an attempt now; what is being sent stays as it is. Null when there is no such delivery. */
    async sendAgain(session: Tx, endpointId: string, _id: string, now: Date): Promise<DeliveryDoc | null> {
      const underWay = { status: "PENDING", leaseId: { $ne: null }, dueAt: { $gt: now } } as const;
      await model.updateOne({ _id, endpointId, $nor: [underWay] }, { $set: again(now) }, { session });
      return model.findOne({ _id, endpointId }, null, { session }).lean<DeliveryDoc>().exec();
    },

    /** The same for what of an endpoint was given up from `since` to `now`, but for tests. Returns how many: MOST_AT_ONCE when there may be more. */
    sendFailedAgain(session: Tx, endpointId: string, since: Date, now: Date): Promise<number> {
      const failed = { endpointId, status: "FAILED", finishedAt: { $gte: since, $lte: now }, kind: { $ne: PING_KIND } } as const;
      return changeSome(model, session, failed, again(now));
    },
  };
}

/** Changes what matches, MOST_AT_ONCE at most, and returns how many that were. */
async function changeSome(
  model: Model<DeliveryDoc>,
  session: Tx,
  filter: QueryFilter<DeliveryDoc>,
  fields: Partial<DeliveryDoc>,
): Promise<number> {
  const found = model.find(filter, { _id: 1 }, { session }).limit(MOST_AT_ONCE);
  const ids = (await found.lean<Pick<DeliveryDoc, "_id">[]>()).map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  return (await model.updateMany({ _id: { $in: ids } }, { $set: fields }, { session })).modifiedCount;
}
