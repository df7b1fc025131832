import type { Connection, QueryFilter } from "mongoose";
import type { DeliveryFailure } from "#libs/contracts/webhook.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type AttemptLine, type DeliveryDoc, deliveryModel } from "./delivery.model.ts";

/** The right to make one attempt. It ends by itself: whoever holds it may have died. */
export interface Lease {
  readonly leaseId: string;
  readonly until: Date;
}

/** A delivery that this process may send now. */
export type ClaimedDelivery = DeliveryDoc & { readonly leaseId: string };

const LINES_KEPT = 20;
const afterAttempt = (line: AttemptLine) => ({ $inc: { attempts: 1, tries: 1 }, $push: { log: { $each: [line], $slice: -LINES_KEPT } } });

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;

/** Deliveries as their senders see them. */
export function deliveryQueue(connection: Connection) {
  const model = deliveryModel(connection);
  const mine = ({ _id, leaseId }: ClaimedDelivery): QueryFilter<DeliveryDoc> => ({ _id, leaseId });
  return {
    async hasDue(endpointId: string, now: Date): Promise<boolean> {
      return (await model.exists({ endpointId, status: "PENDING", dueAt: { $lte: now } })) !== null;
    },

    /** Takes the delivery of an endpoint that is longest due; null when none is. Of several processes one gets it. */
    claim(endpointId: string, now: Date, { leaseId, until }: Lease): Promise<ClaimedDelivery | null> {
      return model
        .findOneAndUpdate(
          { endpointId, status: "PENDING", dueAt: { $lte: now } },
          { $set: { leaseId, dueAt: until } },
          { sort: { dueAt: 1 }, returnDocument: "after" },
        )
        .lean<ClaimedDelivery>()
        .exec();
    },

    /** Gives a claim back without an attempt. */
    async release(claimed: ClaimedDelivery, dueAt: Date): Promise<void> {
      await model.updateOne({ ...mine(claimed), status: "PENDING" }, { $set: { leaseId: null, dueAt } });
    },

    /** A success counts even when the delivery was given up in the meantime. */
    async succeed(claimed: ClaimedDelivery, line: AttemptLine, finishedAt: Date): Promise<void> {
      const done = { status: "SUCCEEDED", failureReason: null, leaseId: null, finishedAt } as const;
      await model.updateOne(mine(claimed), { $set: done, ...afterAttempt(line) });
    },

    /** False when the claim has been lost. */
    async postpone(session: Tx, claimed: ClaimedDelivery, line: AttemptLine, dueAt: Date): Promise<boolean> {
      const change = { $set: { leaseId: null, dueAt }, ...afterAttempt(line) };
      return (await model.updateOne({ ...mine(claimed), status: "PENDING" }, change, { session })).modifiedCount === 1;
    },

    /** False when the claim has been lost. */
    async giveUp(session: Tx, claimed: ClaimedDelivery, line: AttemptLine, reason: DeliveryFailure, now: Date): Promise<boolean> {
      const change = {
        $set: { status: "FAILED", failureReason: reason, finishedAt: now, leaseId: null },
        ...afterAttempt(line),
      } as const;
      return (await model.updateOne({ ...mine(claimed), status: "PENDING" }, change, { session })).modifiedCount === 1;
    },
  };
}
