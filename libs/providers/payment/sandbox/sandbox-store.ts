import type { Clock } from "#libs/kernel/clock.ts";
import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type SandboxChange, type SandboxMovement, type SandboxRow, sandboxPayments } from "./sandbox.model.ts";

/** What happens at the sandbox in one transaction. */
export interface SandboxWork {
  readonly tx: Tx;
  find(reference: string): Promise<SandboxRow | null>;
  refundsOf(chargeReference: string): Promise<SandboxRow[]>;
  insert(row: SandboxRow): Promise<void>;
  replace(row: SandboxRow): Promise<void>;
  /** Appends to what the sandbox reports. Resolves to the id of the change. */
  report(change: SandboxChange): Promise<string>;
  /** Appends to the books. */
  move(movement: Omit<SandboxMovement, "at">): Promise<void>;
}

export interface SandboxStore {
  find(reference: string): Promise<SandboxRow | null>;
  run<T>(work: (at: SandboxWork) => Promise<T>): Promise<T>;
  /** The next rows after a cursor, in their order. */
  after(list: List, cursor: string | null): Promise<SandboxRow[]>;
}

type List = "change" | "movement";

const PLACE_DIGITS = 12;
const PAGE_SIZE = 100;
/** Follows the colon in the order of characters. */
const NEXT = ";";

export function sandboxStore(database: Collections, clock: Clock): SandboxStore {
  const collection = database.collection(sandboxPayments);
  // All write at the end of the same lists, so they would only collide.
  const mutex = keyedMutex();
  const find = (_id: string, tx?: Tx) => collection.findOne({ _id }, { tx });

  /** The place follows the last one that is visible, so readers find no gap: the loser of a race runs its transaction again. */
  const append = async (tx: Tx, list: List, row: Omit<SandboxRow, "_id">): Promise<string> => {
    const last = await collection.findOne({ _id: { $gt: `${list}:`, $lt: list + NEXT } }, { tx, sort: { _id: -1 } });
    const place = last === null ? 1 : Number(last._id.slice(list.length + 1)) + 1;
    const _id = `${list}:${String(place).padStart(PLACE_DIGITS, "0")}`;
    await retryOnDuplicateKey(() => collection.insert({ _id, ...row }, { tx }), tx);
    return _id;
  };

  return {
    find: (reference) => find(reference),
    run: (work) =>
      mutex("books", () =>
        database.transaction((tx) =>
          work({
            tx,
            find: (reference) => find(reference, tx),
            refundsOf: (chargeReference) => collection.find({ "refund.chargeReference": chargeReference }, { tx, sort: { _id: 1 } }),
            insert: (row) => retryOnDuplicateKey(() => collection.insert(row, { tx }), tx),
            async replace({ _id, ...row }) {
              await collection.updateOne({ _id }, { $set: row }, { tx });
            },
            report: (change) => append(tx, "change", { change }),
            async move(movement) {
              await append(tx, "movement", { movement: { ...movement, at: clock.now() } });
            },
          }),
        ),
      ),
    after: (list, cursor) =>
      collection.find({ _id: { $gt: cursor ?? `${list}:`, $lt: list + NEXT } }, { sort: { _id: 1 }, limit: PAGE_SIZE }),
  };
}
