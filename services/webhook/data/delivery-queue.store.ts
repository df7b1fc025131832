import { type DeliveryFailure, MAX_LOGGED_ATTEMPTS } from "#libs/contracts/webhook/index.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { claimLapsed, type LapsedRange } from "#libs/platform/mongo/lapsed-lease.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type AttemptRecord, type DeliveryDoc, deliveries, LEASED } from "./delivery.model.ts";

/** The right to make one attempt. It expires on its own, because its holder may have died. */
interface Lease {
  readonly leaseId: string;
  readonly until: Date;
}

/** A delivery that this process may send now. */
export type ClaimedDelivery = DeliveryDoc & { readonly leaseId: string };

/** Deliveries as their senders use them. The methods that take a claim change nothing once another process has claimed the delivery. */
export interface DeliveryQueue {
  /** Whether `claim` would find a delivery. @param until the end of the lease that it would take */
  hasDue(endpointId: string, now: Date, until: Date): Promise<boolean>;
  /** Due time of the longest overdue delivery of an endpoint; null when none is due. */
  oldestDueAt(endpointId: string, now: Date): Promise<Date | null>;
  /** Claims the longest overdue delivery of an endpoint; null when none is due. It goes to only one process. */
  claim(endpointId: string, now: Date, lease: Lease): Promise<ClaimedDelivery | null>;
  /** Ends a claim without an attempt. */
  release(claimed: ClaimedDelivery, dueAt: Date): Promise<void>;
  /** Records a success, even for a delivery that has failed in the meantime. */
  succeed(claimed: ClaimedDelivery, attempt: AttemptRecord, finishedAt: Date): Promise<void>;
  /** Records a failed attempt that will be repeated. False when the claim has been lost. */
  reschedule(tx: Tx, claimed: ClaimedDelivery, attempt: AttemptRecord, dueAt: Date): Promise<boolean>;
  /** Records the last failed attempt. False when the claim has been lost. */
  fail(tx: Tx, claimed: ClaimedDelivery, attempt: AttemptRecord, reason: DeliveryFailure, now: Date): Promise<boolean>;
}

/** Most attempts in the log of a delivery. */

const recorded = (attempt: AttemptRecord) => ({
  $inc: { attempts: 1, tries: 1 },
  $push: { log: { $each: [attempt], $slice: -MAX_LOGGED_ATTEMPTS } },
});

export function deliveryQueue(database: Collections): DeliveryQueue {
  const rows = database.collection(deliveries);
  /**
   * A delivery that waits for its next attempt may wait any time. Only a lease has a maximum length, and one that ends later counts as
   * lapsed.
   */
  const due = (endpointId: string, dueAt: LapsedRange): Filter<DeliveryDoc> => ({
    ...{ endpointId, status: "PENDING", dueAt },
    ...("$gt" in dueAt && { leaseId: LEASED }),
  });
  const held = ({ _id, leaseId }: ClaimedDelivery): Filter<DeliveryDoc> => ({ _id, leaseId });
  const heldAndPending = (claimed: ClaimedDelivery): Filter<DeliveryDoc> => ({ ...held(claimed), status: "PENDING" });
  return {
    async hasDue(endpointId, now, until) {
      const find = (dueAt: LapsedRange) => rows.findOne(due(endpointId, dueAt), { projection: { _id: 1 } });
      return (await claimLapsed(now, until, find)) !== null;
    },

    async oldestDueAt(endpointId, now) {
      const oldest = await rows.findOne(due(endpointId, { $lte: now }), { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
      return oldest?.dueAt ?? null;
    },

    claim(endpointId, now, { leaseId, until }) {
      const options = { sort: { dueAt: 1 }, returnDocument: "after" } as const;
      const lease = { $set: { leaseId, dueAt: until } };
      return claimLapsed(now, until, (dueAt) => rows.findOneAndUpdate<ClaimedDelivery>(due(endpointId, dueAt), lease, options));
    },

    async release(claimed, dueAt) {
      await rows.updateOne(heldAndPending(claimed), { $set: { leaseId: null, dueAt } });
    },

    async succeed(claimed, attempt, finishedAt) {
      const done = { status: "SUCCEEDED", failureReason: null, leaseId: null, finishedAt } as const;
      await rows.updateOne(held(claimed), { $set: done, ...recorded(attempt) });
    },

    async reschedule(tx, claimed, attempt, dueAt) {
      const change = { $set: { leaseId: null, dueAt }, ...recorded(attempt) };
      return (await rows.updateOne(heldAndPending(claimed), change, { tx })).modifiedCount === 1;
    },

    async fail(tx, claimed, attempt, failureReason, now) {
      const done = { status: "FAILED", failureReason, finishedAt: now, leaseId: null } as const;
      return (await rows.updateOne(heldAndPending(claimed), { $set: done, ...recorded(attempt) }, { tx })).modifiedCount === 1;
    },
  };
}
