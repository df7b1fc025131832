import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { listLapsed } from "#libs/platform/mongo/lapsed-lease.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { keysBy, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { type Chargeback, chargebackFields } from "../domain/chargeback.ts";
import { OF_PROPOSED, PROPOSED, PROPOSED_INDEX } from "./proposed.ts";

export const chargebacks = defineCollection({
  name: "chargebacks",
  fields: chargebackFields,
  indexes: [
    { name: "once", key: { source: 1 }, unique: true },
    { name: "newest", key: { openedAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, openedAt: -1, _id: -1 } },
    { name: "newest_of_user", key: { userId: 1, openedAt: -1, _id: -1 } },
    { name: "of_topup", key: { topupId: 1, _id: 1 } },
    { name: "untold", key: { untold: 1 }, partialFilterExpression: { untold: true } },
    { name: "with_work", key: { workAt: 1 }, sparse: true },
    PROPOSED_INDEX,
  ],
});

/** A chargeback in a working set, by its source or by its id. */
export const chargebackFrom = keysBy(chargebacks, "source");
export const chargebackOf = keysBy(chargebacks, "_id");

export interface ChargebackStore {
  /** Calls back after each commit that leaves work for the job. */
  onWork(listener: () => void): void;
  noteWork(set: WorkingSet): void;
  find(chargebackId: string): Promise<Chargeback | null>;
  /** The chargeback of a dispute, or of a refund, at its provider. */
  findBySource(source: string): Promise<Chargeback | null>;
  /** All of a fan; a person has few. */
  listOfUser(userId: string, tx?: Tx): Promise<Chargeback[]>;
  /** All of some fans. */
  listOfUsers(userIds: readonly string[]): Promise<Chargeback[]>;
  listOfTopUp(topupId: string, tx?: Tx): Promise<Chargeback[]>;
  /** A page of the chargebacks that have the given fields; newest first. */
  list(filter: Partial<Pick<Chargeback, "_id" | "userId" | "status">>, page: PageRequest): Promise<{ rows: Chargeback[]; total: number }>;
  /** A page of the chargebacks whose write-off waits for a second person; the latest request first. */
  listProposed(filter: Partial<Pick<Chargeback, "_id" | "userId">>, page: PageRequest): Promise<{ rows: Chargeback[]; total: number }>;
  /** The open ones. */
  open(): Promise<QueueState>;
  /** Those whose write-off waits for a second person. */
  proposed(): Promise<QueueState>;
  /** Chargebacks of which staff have not heard yet. */
  listUntold(skip: number, limit: number): Promise<Chargeback[]>;
  /** Chargebacks with work for the job. */
  listWithWork(now: Date, limit: number): Promise<Chargeback[]>;
  /** Claims the work for a while. False when it has changed since the chargeback was read. */
  claim(chargeback: Chargeback): Promise<boolean>;
  /** Ends the work, or puts it off to another time. Nothing changes when the chargeback was decided meanwhile. */
  setWork(chargeback: Chargeback, workAt: Date | undefined): Promise<void>;
}

const MAX_OF_USER = 1_000;
const MAX_OF_USERS = 10_000;
const LEASE_MS = 30 * SECOND;

export function chargebackStore(database: Collections, clock: Clock): ChargebackStore {
  const collection = database.collection(chargebacks);
  let worked = () => undefined as void;
  return {
    onWork(listener) {
      worked = listener;
    },
    noteWork: (set) => set.afterCommit(() => worked()),
    find: (chargebackId) => collection.findOne({ _id: chargebackId }),
    findBySource: (source) => collection.findOne({ source }),
    listOfUser: (userId, tx) => collection.find({ userId }, { tx, sort: { openedAt: -1, _id: -1 }, limit: MAX_OF_USER }),
    listOfUsers: async (userIds) =>
      userIds.length === 0 ? [] : collection.find({ userId: { $in: [...new Set(userIds)] } }, { limit: MAX_OF_USERS }),
    listOfTopUp: (topupId, tx) => collection.find({ topupId }, { tx, sort: { _id: 1 }, limit: MAX_OF_USER }),
    list: (filter, page) => findPage(collection, filter, { sort: { openedAt: -1, _id: -1 }, page }),
    listProposed: (filter, page) => findPage(collection, { ...filter, ...PROPOSED }, { ...OF_PROPOSED, page }),
    proposed: () => queueState(collection, PROPOSED, "approval.at"),
    open: () => queueState(collection, { status: "OPEN" }, "openedAt"),
    listUntold: (skip, limit) => collection.find({ untold: true }, { skip, limit }),
    listWithWork: (now, limit) =>
      listLapsed({ now, until: new Date(now.getTime() + LEASE_MS), limit }, (workAt, size) =>
        collection.find({ workAt }, { sort: { workAt: 1 }, limit: size }),
      ),
    async claim({ _id, workAt }) {
      const update = { $set: { workAt: new Date(clock.now().getTime() + LEASE_MS) } };
      const { modifiedCount } = await collection.updateOne({ _id, workAt: workAt ?? null }, update);
      return modifiedCount === 1;
    },
    async setWork({ _id, status }, workAt) {
      await collection.updateOne({ _id, status }, workAt ? { $set: { workAt } } : { $unset: { workAt: 1 } });
    },
  };
}
