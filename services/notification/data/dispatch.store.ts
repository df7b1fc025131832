import type { Connection } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type DispatchDoc, type DispatchStatus, dispatchModel } from "./dispatch.model.ts";

type Fixed = "kind" | "eventId" | "userId" | "channel" | "happenedAt";
type Told = "eventKey" | "data" | "namedUserId" | "subscriptionId";

/** What a dispatch is made of; the rest is how all of them begin. */
export type NewDispatch = Pick<DispatchDoc, Fixed> & Partial<Pick<DispatchDoc, Told>> & { readonly nextAt: Date; readonly createdAt: Date };

/** How one ends. */
export interface DispatchEnd {
  readonly status: Extract<DispatchStatus, "SENT" | "SKIPPED" | "FAILED">;
  readonly reason: string | null;
  readonly at: Date;
}

export type DispatchStore = ReturnType<typeof dispatchStore>;

export function dispatchStore(connection: Connection) {
  const model = dispatchModel(connection);
  const held = ({ _id, lease }: DispatchDoc) => ({ _id, lease, status: "PENDING" as const });
  return {
    /** Stores a dispatch unless there is one of the same cause, user, key and channel; its id. */
    async insertOnce(session: Tx, { eventId, userId, eventKey = null, channel, ...rest }: NewDispatch): Promise<string> {
      const begin = { _id: uuid(), data: null, subscriptionId: null, ...rest };
      const $setOnInsert = { ...begin, status: "PENDING", attempts: 0, lease: null, digestId: null, items: 0, reason: null, endedAt: null };
      const cause = { eventId, userId, eventKey, channel };
      const found = await model
        .findOneAndUpdate(cause, { $setOnInsert }, { session, upsert: true, returnDocument: "after" })
        .lean<Pick<DispatchDoc, "_id">>();
      return found?._id ?? begin._id;
    },

    /** Takes up to `limit` that are due until an instant; nobody else gets them before. */
    async claim(now: Date, until: Date, limit: number): Promise<DispatchDoc[]> {
      const due = { status: "PENDING" as const, nextAt: { $lte: now } };
      const found = await model.find(due, { _id: 1 }).sort({ nextAt: 1 }).limit(limit).lean<Pick<DispatchDoc, "_id">[]>();
      if (found.length === 0) return [];
      const ids = found.map(({ _id }) => _id);
      const lease = uuid();
      await model.updateMany({ _id: { $in: ids }, ...due }, { $set: { nextAt: until, lease }, $inc: { attempts: 1 } });
      return model
        .find({ _id: { $in: ids }, lease })
        .lean<DispatchDoc[]>()
        .exec();
    },

    /** Ends one that is still ours; a digest, which needs a transaction, with those gathered in it. */
    async end(session: Tx | null, dispatch: DispatchDoc, { status, reason, at }: DispatchEnd): Promise<void> {
      const $set = { status, reason, endedAt: at };
      const inside = session ? { session } : {};
      const { matchedCount } = await model.updateOne(held(dispatch), { $set: { ...$set, lease: null } }, inside);
      if (matchedCount === 0 || dispatch.kind !== "DIGEST") return;
      await model.updateMany({ digestId: dispatch._id, status: "GATHERED" }, { $set }, inside);
    },

    /** Gives one back until an instant. @param attempts those that count from now on */
    async giveBack(dispatch: DispatchDoc, nextAt: Date, attempts: number, reason: string | null): Promise<void> {
      await model.updateOne(held(dispatch), { $set: { nextAt, attempts, reason, lease: null } });
    },

    /** Puts one into a digest that has not been begun. False when it has. */
    async gather(session: Tx, dispatch: DispatchDoc, digestId: string): Promise<boolean> {
      // Written, not only read: a digest that is begun meanwhile makes this transaction start again.
      const unbegun = { _id: digestId, status: "PENDING" as const, attempts: 0 };
      const { matchedCount } = await model.updateOne(unbegun, { $inc: { items: 1 } }, { session });
      if (matchedCount === 0) return false;
      await model.updateOne(held(dispatch), { $set: { status: "GATHERED", digestId, lease: null } }, { session });
      return true;
    },

    /** What goes out with a digest, oldest first. */
    gatheredIn(digestId: string, limit: number): Promise<DispatchDoc[]> {
      return model.find({ digestId, status: "GATHERED" }).sort({ happenedAt: 1, _id: 1 }).limit(limit).lean<DispatchDoc[]>().exec();
    },
  };
}
