import type { Connection, Model, QueryFilter } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { GdprRequest, GdprStatus, GdprType } from "../domain/gdpr-request.ts";
import { gdprRequestModel } from "./gdpr-request.model.ts";

/** Requests that a user is shown. */
const MAX_LISTED = 100;
const AFTER = { returnDocument: "after" } as const;
const NEVER = new Date(0);

export type GdprRequestStore = ReturnType<typeof gdprRequestStore>;

/** What whoever works on a request writes down. */
export type Progress = Partial<Pick<GdprRequest, "creator" | "receipt" | "leaseUntil">>;

/** How a request ends. */
export type Ending = { readonly status: Exclude<GdprStatus, "PENDING" | "PROCESSING">; readonly endedAt: Date } & Partial<
  Pick<GdprRequest, "receipt" | "sweepAt" | "parts" | "expiresAt">
>;

export function gdprRequestStore(connection: Connection) {
  const model = gdprRequestModel(connection);
  return { ...wishes(model), ...work(model) };
}

/** What users ask for, take back and look at. */
function wishes(model: Model<GdprRequest>) {
  return {
    /** Throws a duplicate key error when the user has a pending request of this type. */
    async insert(
      session: Tx,
      { userId, type, createdAt, scheduledAt }: Pick<GdprRequest, "userId" | "type" | "createdAt" | "scheduledAt">,
    ) {
      const begin = { status: "PENDING", endedAt: null, lease: null, leaseUntil: NEVER, attempts: 0 } as const;
      const request: GdprRequest = {
        ...{ _id: uuid(), userId, type, createdAt, scheduledAt },
        ...{ ...begin, creator: null, receipt: {}, sweepAt: null, parts: 0, expiresAt: null },
      };
      await model.insertOne(request, { session });
      return request;
    },

    findOwn(userId: string, _id: string): Promise<GdprRequest | null> {
      return model.findOne({ _id, userId }).lean<GdprRequest>().exec();
    },

    /** The request of a user that has not come to its end. */
    findOpen(userId: string, type: GdprType, session: Tx | null = null): Promise<GdprRequest | null> {
      const open = { userId, type, status: { $in: ["PENDING", "PROCESSING"] as GdprStatus[] } };
      return model.findOne(open, null, { session }).lean<GdprRequest>().exec();
    },

    /** Newest first. */
    listOf(userId: string): Promise<GdprRequest[]> {
      return model.find({ userId }).sort({ createdAt: -1, _id: -1 }).limit(MAX_LISTED).lean<GdprRequest[]>().exec();
    },

    /** A page of the requests of all users, newest first, and how many there are. */
    async page(wish: Partial<Pick<GdprRequest, "type" | "status" | "userId">>, page: PageRequest) {
      const rows = model.find(wish).sort({ createdAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<GdprRequest[]>();
      const [found, total] = await Promise.all([rows.exec(), model.countDocuments(wish)]);
      return { rows: found, total };
    },

    /** Cancels the pending deletion of a user; null when there is none. */
    cancelDeletion(session: Tx, userId: string, endedAt: Date): Promise<GdprRequest | null> {
      return model
        .findOneAndUpdate(
          { userId, type: "DELETION", status: "PENDING" },
          { $set: { status: "CANCELLED", endedAt } },
          { ...AFTER, session },
        )
        .lean<GdprRequest>()
        .exec();
    },

    /** Cancels what a user who goes has asked for besides. */
    async cancelExports(session: Tx, userId: string, endedAt: Date): Promise<void> {
      const open = { userId, type: "EXPORT" as const, status: { $in: ["PENDING", "PROCESSING"] as GdprStatus[] } };
      await model.updateMany(open, { $set: { status: "CANCELLED", endedAt } }, { session });
    },
  };
}

/** How requests are worked off. */
function work(model: Model<GdprRequest>) {
  return {
    /** Takes a request that is due, or one whose worker has vanished, until an instant. Null when there is none. */
    async claimDue(type: GdprType, now: Date, leaseUntil: Date): Promise<GdprRequest | null> {
      const taken = { $set: { status: "PROCESSING", lease: uuid(), leaseUntil }, $inc: { attempts: 1 } };
      const claim = (due: QueryFilter<GdprRequest>) =>
        model
          .findOneAndUpdate({ type, ...due }, taken, { ...AFTER, sort: { scheduledAt: 1 } })
          .lean<GdprRequest>()
          .exec();
      // One after the other: each of them comes from the index, however many requests there were.
      const due = await claim({ status: "PENDING", scheduledAt: { $lte: now } });
      return due ?? claim({ status: "PROCESSING", leaseUntil: { $lte: now } });
    },

    /** Writes progress down; null when somebody else has taken the request over. */
    note({ _id, lease }: GdprRequest, progress: Progress, session: Tx | null = null): Promise<GdprRequest | null> {
      return model
        .findOneAndUpdate({ _id, lease, status: "PROCESSING" }, { $set: progress }, { ...AFTER, session })
        .lean<GdprRequest>()
        .exec();
    },

    /** Takes a completed deletion that is to be swept until an instant. Null when there is none. */
    claimSweep(now: Date, until: Date): Promise<GdprRequest | null> {
      return model
        .findOneAndUpdate({ sweepAt: { $lte: now } }, { $set: { sweepAt: until } }, { ...AFTER, sort: { sweepAt: 1 } })
        .lean<GdprRequest>()
        .exec();
    },

    async endSweep({ _id }: GdprRequest, receipt: GdprRequest["receipt"]): Promise<void> {
      await model.updateOne({ _id, status: "COMPLETED" }, { $set: { receipt, sweepAt: null } });
    },

    /** Ends a request that is still ours; says whether it was. */
    async end(session: Tx, { _id, lease }: GdprRequest, ending: Ending): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id, lease, status: "PROCESSING" },
        { $set: { ...ending, lease: null } },
        { session },
      );
      return modifiedCount === 1;
    },
  };
}
