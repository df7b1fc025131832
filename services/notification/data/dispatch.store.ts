import { uuid } from "#libs/kernel/ids.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { type LapsedRange, listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import { type DispatchDoc, type DispatchStatus, dispatches, LEASED } from "./dispatch.model.ts";

type RequiredFields = Pick<DispatchDoc, "kind" | "eventId" | "userId" | "channel" | "happenedAt" | "nextAt" | "createdAt">;
type OptionalFields = Partial<Pick<DispatchDoc, "eventKey" | "data" | "namedUserId" | "subscriptionId">>;

/** A dispatch before it is stored; the store adds the fields that all new ones share. */
type NewDispatch = RequiredFields & OptionalFields;

/** The final state of a dispatch. */
export interface DispatchEnd {
  readonly status: Extract<DispatchStatus, "SENT" | "SKIPPED" | "FAILED">;
  readonly reason: string | null;
  readonly at: Date;
}

/** `finish`, `release` and `addToDigest` change nothing once another process has claimed the dispatch. */
export interface DispatchStore {
  /** Calls back when this process has stored a dispatch or ended a claim, with the time from which the dispatch may be claimed. */
  onDue(listener: (at: Date) => void): void;
  /** When the next dispatch may be claimed; null when none is pending. */
  nextDueAt(): Promise<Date | null>;
  /** Stores a dispatch unless one exists for the same event, user, key and channel. Returns the id of the stored one. */
  insertOnce(tx: Tx, dispatch: NewDispatch): Promise<string>;
  /** Stores those of several dispatches that do not exist yet. */
  insertEachOnce(tx: Tx, dispatches: readonly NewDispatch[]): Promise<void>;
  /** Claims up to `limit` due dispatches until `leaseEnd`; each goes to only one process. */
  claim(now: Date, leaseEnd: Date, limit: number): Promise<DispatchDoc[]>;
  /** Ends a dispatch. A digest ends its notices too, which needs a transaction. */
  finish(dispatch: DispatchDoc, end: DispatchEnd, tx?: Tx): Promise<void>;
  /** Ends a claim; the dispatch is due again at `nextAt`. @param attempts the new number of attempts */
  release(dispatch: DispatchDoc, nextAt: Date, attempts: number, reason: string | null): Promise<void>;
  /** Adds a notice to a digest. False when the sending of the digest has begun. */
  addToDigest(tx: Tx, dispatch: DispatchDoc, digestId: string): Promise<boolean>;
  /** The first `limit` notices of a digest, oldest first. */
  listInDigest(digestId: string, limit: number): Promise<DispatchDoc[]>;
}

const NEW = { status: "PENDING", attempts: 0, lease: null, digestId: null, items: 0, reason: null, endedAt: null } as const;

type AsRead = Pick<DispatchDoc, "_id" | "nextAt">;

function upsertOf({ eventId, userId, eventKey = null, channel, ...rest }: NewDispatch) {
  const $setOnInsert = { _id: uuid(), data: null, subscriptionId: null, ...rest, ...NEW };
  return { filter: { eventId, userId, eventKey, channel }, update: { $setOnInsert } };
}

interface FinishedDispatch {
  readonly dispatch: DispatchDoc;
  readonly end: DispatchEnd;
}

const held = ({ _id, lease }: DispatchDoc) => ({ _id, lease, status: "PENDING" }) as const;

const fieldsOf = ({ status, reason, at }: DispatchEnd) => ({ status, reason, endedAt: at });

const finishOf = ({ dispatch, end }: FinishedDispatch) => ({
  filter: held(dispatch),
  update: { $set: { ...fieldsOf(end), lease: null } },
});

/** Ends concurrently finished dispatches with one command. */
function finishTogether(rows: Collection<DispatchDoc>): (finished: FinishedDispatch) => Promise<void> {
  return batchedQuery("notification.finishDispatches", async (finished) => {
    await rows.bulkWrite(
      finished.map((each) => ({ updateOne: finishOf(each) })),
      { ordered: false, trusted: true },
    );
    return finished.map(() => undefined);
  });
}

/**
 * A dispatch that waits for its next attempt may wait any time. Only a lease has a maximum length, and one that ends later counts as
 * lapsed.
 */
const claimable = (nextAt: LapsedRange): Filter<DispatchDoc> => ({
  status: "PENDING",
  nextAt,
  ...("$gt" in nextAt && { lease: LEASED }),
});

export function dispatchStore(database: Collections): DispatchStore {
  const rows = database.collection(dispatches);
  let due = (_at: Date) => undefined as void;
  const noteDue = (tx: Tx, { nextAt }: NewDispatch) => afterCommit(tx, () => due(nextAt));
  const finish = finishTogether(rows);
  return {
    onDue(listener) {
      due = listener;
    },

    async nextDueAt() {
      const next = await rows.findOne<AsRead>({ status: "PENDING" }, { sort: { nextAt: 1 }, projection: { _id: 1, nextAt: 1 } });
      return next?.nextAt ?? null;
    },

    async insertOnce(tx, dispatch) {
      noteDue(tx, dispatch);
      const { filter, update } = upsertOf(dispatch);
      const stored = await rows.findOneAndUpdate(filter, update, { tx, upsert: true, returnDocument: "after" });
      return stored?._id ?? update.$setOnInsert._id;
    },

    async insertEachOnce(tx, dispatches) {
      for (const dispatch of dispatches) noteDue(tx, dispatch);
      const operations = dispatches.map((dispatch) => ({ updateOne: { ...upsertOf(dispatch), upsert: true } }));
      if (operations.length > 0) await rows.bulkWrite(operations, { tx, trusted: true });
    },

    async claim(now, leaseEnd, limit) {
      const found = await listLapsed({ now, until: leaseEnd, limit }, (nextAt, size) =>
        rows.find<AsRead>(claimable(nextAt), { projection: { _id: 1, nextAt: 1 }, sort: { nextAt: 1 }, limit: size }),
      );
      if (found.length === 0) return [];
      const lease = uuid();
      const asRead = found.map(({ _id, nextAt }) => ({ _id, nextAt, status: "PENDING" }) as const);
      await rows.updateMany({ $or: asRead }, { $set: { nextAt: leaseEnd, lease }, $inc: { attempts: 1 } });
      return rows.find({ _id: { $in: found.map(({ _id }) => _id) }, lease });
    },

    async finish(dispatch, end, tx) {
      if (!tx) return finish({ dispatch, end });
      const { filter, update } = finishOf({ dispatch, end });
      const { matchedCount } = await rows.updateOne(filter, update, { tx });
      if (matchedCount === 0 || dispatch.kind !== "DIGEST") return;
      await rows.updateMany({ digestId: dispatch._id, status: "GATHERED" }, { $set: fieldsOf(end) }, { tx });
    },

    async release(dispatch, nextAt, attempts, reason) {
      await rows.updateOne(held(dispatch), { $set: { nextAt, attempts, reason, lease: null } });
      due(nextAt);
    },

    async addToDigest(tx, dispatch, digestId) {
      // A write instead of a read, so that this transaction conflicts with the claim of the digest.
      const unclaimed = { _id: digestId, status: "PENDING", attempts: 0 } as const;
      const { matchedCount } = await rows.updateOne(unclaimed, { $inc: { items: 1 } }, { tx });
      if (matchedCount === 0) return false;
      await rows.updateOne(held(dispatch), { $set: { status: "GATHERED", digestId, lease: null } }, { tx });
      return true;
    },

    listInDigest: (digestId, limit) => rows.find({ digestId, status: "GATHERED" }, { sort: { happenedAt: 1, _id: 1 }, limit }),
  };
}
