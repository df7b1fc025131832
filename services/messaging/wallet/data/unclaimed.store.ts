import { CURRENCY } from "#libs/contracts/shared.ts";
import type { UnclaimedStatus } from "#libs/contracts/wallet/leaving.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { documentKind, type Key, keysBy, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { addTo, type Unclaimed, unclaimedFields } from "../domain/unclaimed.ts";
import { OF_PROPOSED, PROPOSED, PROPOSED_INDEX } from "./proposed.ts";

export const unclaimed = defineCollection({
  name: "unclaimed",
  fields: unclaimedFields,
  indexes: [
    { name: "one_open", key: { requestId: 1 }, unique: true, partialFilterExpression: { open: true } },
    { name: "of_request", key: { requestId: 1, openedAt: 1 } },
    { name: "of_code", key: { codeHash: 1 }, partialFilterExpression: { open: true } },
    { name: "newest", key: { openedAt: -1, _id: -1 } },
    { name: "newest_of_status", key: { status: 1, openedAt: -1, _id: -1 } },
    { name: "waiting", key: { status: 1, claimedAt: 1, _id: 1 } },
    { name: "newest_of_user", key: { userId: 1, openedAt: -1, _id: -1 } },
    { name: "of_claimant", key: { claimantId: 1, _id: 1 } },
    PROPOSED_INDEX,
  ],
});

/** Unclaimed money in a working set. */
export const unclaimedOf = keysBy(unclaimed, "_id");

const openOfRequest = documentKind(
  unclaimed,
  (requestIds) => ({ requestId: { $in: [...requestIds] }, open: true }) as const,
  ({ requestId }) => requestId,
);

/** The open row of a deletion in a working set: there is at most one. */
export const openUnclaimedOf = (requestId: string): Key<Unclaimed> => ({ kind: openOfRequest, name: requestId, value: requestId });

type Leaving = Pick<Unclaimed, "requestId" | "userId" | "codeHash">;

export interface UnclaimedStore {
  /** Adds an amount to the open row of a deletion, which ends a request of the first of two people, or opens one. The set has loaded {@link openUnclaimedOf}. */
  add(set: WorkingSet, leaving: Leaving, amount: Money): void;
  /** As `add`, for money that a chargeback had taken. */
  giveBack(set: WorkingSet, leaving: Leaving, amount: Money): void;
  /** The row that is open under a code; null: the code is wrong, or used. */
  findOpenByCode(codeHash: string): Promise<Unclaimed | null>;
  /** Minor units that a deletion has ever left, claimed or not. */
  sumOfRequest(requestId: string, tx?: Tx): Promise<Money>;
  /** A page of the rows that have the given fields; newest first. */
  list(filter: Partial<Pick<Unclaimed, "_id" | "userId" | "status">>, page: PageRequest): Promise<{ rows: Unclaimed[]; total: number }>;
  /** A page of the rows whose settlement waits for a second person; the latest request first. */
  listProposed(filter: Partial<Pick<Unclaimed, "_id" | "userId">>, page: PageRequest): Promise<{ rows: Unclaimed[]; total: number }>;
  /** The rows with a claim that waits for a decision. */
  waiting(): Promise<QueueState>;
  /** Those whose settlement waits for a second person. */
  proposed(): Promise<QueueState>;
  /** All rows, in batches. */
  scan(tx: Tx): AsyncIterable<Unclaimed>;
}

const SCAN_BATCH_SIZE = 1_000;
const MAX_OF_REQUEST = 1_000;
const WAITING: UnclaimedStatus = "WAITING";

export function unclaimedStore(database: Collections, clock: Clock): UnclaimedStore {
  const collection = database.collection(unclaimed);
  const add = (set: WorkingSet, leaving: Leaving, { amount, chargedBack }: Pick<Unclaimed, "amount" | "chargedBack">) => {
    const key = openUnclaimedOf(leaving.requestId);
    const open = set.get(key);
    if (!open)
      return void set.insert(
        unclaimed,
        { ...newUnclaimed(leaving, amount, clock.now()), ...(chargedBack !== undefined && { chargedBack }) },
        key,
      );
    set.put(key, addTo(open, amount, chargedBack));
  };
  return {
    add: (set, leaving, amount) => add(set, leaving, { amount }),
    giveBack: (set, leaving, amount) => add(set, leaving, { amount, chargedBack: -amount }),
    findOpenByCode: (codeHash) => collection.findOne({ codeHash, open: true }),
    async sumOfRequest(requestId, tx) {
      const rows = await collection.find<Pick<Unclaimed, "amount">>(
        { requestId },
        { tx, projection: { amount: 1 }, limit: MAX_OF_REQUEST },
      );
      return rows.reduce((sum, { amount }) => sum + amount, 0n);
    },
    list: (filter, page) => findPage(collection, filter, { sort: { openedAt: -1, _id: -1 }, page }),
    listProposed: (filter, page) => findPage(collection, { ...filter, ...PROPOSED }, { ...OF_PROPOSED, page }),
    proposed: () => queueState(collection, PROPOSED, "approval.at"),
    waiting: () => queueState(collection, { status: WAITING }, "claimedAt"),
    scan: (tx) => collection.scan({}, { tx, batchSize: SCAN_BATCH_SIZE }),
  };
}

function newUnclaimed(leaving: Leaving, amount: Money, openedAt: Date): Unclaimed {
  const undecided = { claimantId: null, claimedAt: null, decision: null, decidedBy: null, decidedAt: null };
  return { ...leaving, _id: uuid(), amount, currency: CURRENCY, status: "OPEN", open: true, ...undecided, openedAt };
}
