import { MAX_LISTED_REQUESTS } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { claimLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import type { GdprRequest, GdprStatus, GdprType } from "../domain/gdpr-request.ts";
import { gdprRequests } from "./gdpr-request.model.ts";

/** The fields of a new request. */
type NewGdprRequest = Pick<GdprRequest, "userId" | "type" | "createdAt" | "scheduledAt">;

/** Which requests to list; an absent field does not filter. */
type GdprRequestFilter = Partial<Pick<GdprRequest, "_id" | "type" | "status" | "userId">>;

/** The progress that a worker stores while it processes a request. */
export type GdprProgress = Partial<Pick<GdprRequest, "creator" | "receipt" | "leaseUntil" | "moneyClosedAt">>;

/** The outcome of a request. */
export type GdprOutcome = { readonly status: Exclude<GdprStatus, "PENDING" | "PROCESSING">; readonly endedAt: Date } & Partial<
  Pick<GdprRequest, "receipt" | "sweepAt" | "parts" | "expiresAt">
>;

/** Requests as users and administrators use them. */
interface RequestMethods {
  /** Rejects with a duplicate key error on `userId` when the user has a pending request of this type. */
  insert(tx: Tx, request: NewGdprRequest): Promise<GdprRequest>;
  findOfUser(userId: string, requestId: string): Promise<GdprRequest | null>;
  /** The request of a user that is pending or being processed. */
  findOpen(userId: string, type: GdprType, tx?: Tx): Promise<GdprRequest | null>;
  /** The requests of a user, newest first; at most 100. */
  listOfUser(userId: string): Promise<GdprRequest[]>;
  /** A page of the requests of all users, newest first. */
  list(filter: GdprRequestFilter, page: PageRequest): Promise<{ readonly rows: GdprRequest[]; readonly total: number }>;
  /** Cancels the pending deletion of a user. The cancelled request; null when there is none. */
  cancelDeletion(tx: Tx, userId: string, endedAt: Date): Promise<GdprRequest | null>;
  /** Cancels the open exports of a user. */
  cancelExports(tx: Tx, userId: string, endedAt: Date): Promise<void>;
}

/** Requests as the jobs use them that process them. */
interface WorkMethods {
  /** Calls back when this process has stored a request or ended a lease, with the time from which the request may be claimed. */
  onDue(listener: DueListener): void;
  /**
   * Leases the longest overdue request, or one whose lease or backoff has expired; null when there is none.
   * @param latest upper bound of every valid end; a later one comes from a fast clock
   */
  claimDue(type: GdprType, now: Date, leaseUntil: Date, latest?: Date): Promise<GdprRequest | null>;
  /** Stores progress. The updated request; null when the lease is lost. */
  saveProgress(claimed: GdprRequest, progress: GdprProgress, tx?: Tx): Promise<GdprRequest | null>;
  /** Ends a request; false when the lease is lost. */
  end(tx: Tx, claimed: GdprRequest, outcome: GdprOutcome): Promise<boolean>;
  /**
   * Leases a completed deletion whose sweep is due; null when there is none.
   * @param latest upper bound of every valid due time; a later one comes from a fast clock
   */
  claimSweep(now: Date, leaseUntil: Date, latest: Date): Promise<GdprRequest | null>;
  endSweep(claimed: GdprRequest, receipt: GdprRequest["receipt"]): Promise<void>;
}

export interface GdprRequestStore extends RequestMethods, WorkMethods {}

type DueListener = (type: GdprType, at: Date) => void;
type NoteDue = (tx: Tx | undefined, type: GdprType, at: Date) => void;

const NEVER = new Date(0);
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
const AFTER = { returnDocument: "after" } as const;

const openOf = (userId: string, type: GdprType) => ({ userId, type, status: { $in: ["PENDING", "PROCESSING"] as GdprStatus[] } });
const leasedBy = ({ _id, lease }: GdprRequest) => ({ _id, lease, status: "PROCESSING" }) as const;

export function gdprRequestStore(database: Collections): GdprRequestStore {
  const requests = database.collection(gdprRequests);
  let due: DueListener = () => undefined;
  const note = (tx: Tx | undefined, type: GdprType, at: Date) => (tx ? afterCommit(tx, () => due(type, at)) : due(type, at));
  return {
    onDue(listener) {
      due = listener;
    },
    ...requestMethods(requests, note),
    ...workMethods(requests, note),
  };
}

function requestMethods(requests: Collection<GdprRequest>, noteDue: NoteDue): RequestMethods {
  return {
    async insert(tx, { userId, type, createdAt, scheduledAt }) {
      const initial = { status: "PENDING", endedAt: null, lease: null, leaseUntil: NEVER, attempts: 0 } as const;
      const request: GdprRequest = {
        ...{ _id: uuid(), userId, type, createdAt, scheduledAt },
        ...{ ...initial, creator: null, receipt: {}, sweepAt: null, parts: 0, expiresAt: null },
      };
      noteDue(tx, type, scheduledAt);
      await requests.insert(request, { tx });
      return request;
    },
    findOfUser: (userId, _id) => requests.findOne({ _id, userId }),
    findOpen: (userId, type, tx) => requests.findOne(openOf(userId, type), { tx }),
    listOfUser: (userId) => requests.find({ userId }, { sort: NEWEST_FIRST, limit: MAX_LISTED_REQUESTS }),
    list: (filter, page) => findPage(requests, filter, { sort: NEWEST_FIRST, page }),
    cancelDeletion(tx, userId, endedAt) {
      const pending = { userId, type: "DELETION", status: "PENDING" } as const;
      return requests.findOneAndUpdate(pending, { $set: { status: "CANCELLED", endedAt } }, { tx, ...AFTER });
    },
    async cancelExports(tx, userId, endedAt) {
      await requests.updateMany(openOf(userId, "EXPORT"), { $set: { status: "CANCELLED", endedAt } }, { tx });
    },
  };
}

function workMethods(requests: Collection<GdprRequest>, noteDue: NoteDue): Omit<WorkMethods, "onDue"> {
  return {
    async claimDue(type, now, leaseUntil, latest = leaseUntil) {
      const leased = { $set: { status: "PROCESSING", lease: uuid(), leaseUntil }, $inc: { attempts: 1 } } as const;
      const claim = (due: Filter<GdprRequest>) =>
        requests.findOneAndUpdate({ type, ...due }, leased, { sort: { scheduledAt: 1 }, ...AFTER });
      // Two queries instead of one with $or: each uses the index, however many requests exist.
      const pending = await claim({ status: "PENDING", scheduledAt: { $lte: now } });
      return pending ?? claimLapsed(now, latest, (end) => claim({ status: "PROCESSING", leaseUntil: end }));
    },
    saveProgress(claimed, progress, tx) {
      if (progress.leaseUntil) noteDue(tx, claimed.type, progress.leaseUntil);
      return requests.findOneAndUpdate(leasedBy(claimed), { $set: progress }, { tx, ...AFTER });
    },
    async end(tx, claimed, outcome) {
      const { modifiedCount } = await requests.updateOne(leasedBy(claimed), { $set: { ...outcome, lease: null } }, { tx });
      return modifiedCount === 1;
    },
    claimSweep: (now, leaseUntil, latest) =>
      claimLapsed(now, latest, (sweepAt) =>
        requests.findOneAndUpdate({ sweepAt }, { $set: { sweepAt: leaseUntil } }, { sort: { sweepAt: 1 }, ...AFTER }),
      ),
    async endSweep({ _id }, receipt) {
      await requests.updateOne({ _id, status: "COMPLETED" }, { $set: { receipt, sweepAt: null } });
    },
  };
}
