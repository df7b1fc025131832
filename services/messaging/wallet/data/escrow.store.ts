import type { EscrowStatus } from "#libs/contracts/wallet/index.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Escrow } from "../domain/escrow.ts";
import { escrows } from "./escrow.model.ts";

type NewEscrow = Pick<Escrow, "messageId" | "fanId" | "creatorId" | "amount" | "commissionRate" | "concealed">;

/** Open escrows of one amount and one commission rate. */
export interface HeldGroup extends Pick<Escrow, "amount" | "commissionRate"> {
  readonly count: number;
}

export interface EscrowStore {
  /** Rejects with a duplicate key error when the message of one has an escrow already. */
  insert(tx: Tx, ...added: readonly NewEscrow[]): Promise<void>;
  /** Makes a move and returns the escrow afterwards. Null when there is none, or it is not in a status in which the move starts. */
  move(tx: Tx, messageId: string, move: Move<EscrowStatus>): Promise<Escrow | null>;
  /** As {@link move} for several messages, in their order; when one cannot be moved, none is. */
  moveAll(tx: Tx, messageIds: readonly string[], move: Move<EscrowStatus>): Promise<readonly (Escrow | null)[]>;
  /** Shows the escrow to its creator from now on. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /** A page of the escrows of a status, or of all; newest first. */
  list(status: EscrowStatus | undefined, page: PageRequest): Promise<{ rows: Escrow[]; total: number }>;
  /** The escrows of some messages, by message. */
  findByMessage(messageIds: readonly string[]): Promise<ReadonlyMap<string, Escrow>>;
  /** Minor units in escrow now. */
  heldTotal(): Promise<Money>;
  /** The open escrows that a creator may see, grouped by amount and commission rate. */
  heldForCreator(creatorUserId: string): Promise<HeldGroup[]>;
  /** All escrows, in batches. */
  scan(tx: Tx): AsyncIterable<Escrow>;
}

const SCAN_BATCH_SIZE = 1_000;

export function escrowStore(database: Collections, clock: Clock): EscrowStore {
  const collection = database.collection(escrows);
  const move: EscrowStore["move"] = (tx, messageId, { from, to }) =>
    collection.findOneAndUpdate(
      { messageId, status: { $in: [...from] } },
      { $set: { status: to, resolvedAt: clock.now() } },
      { tx, returnDocument: "after" },
    );
  return {
    insert(tx, ...added) {
      const held = { status: "HELD", heldAt: clock.now(), resolvedAt: null } as const;
      return collection.insert(
        added.map((escrow) => ({ ...escrow, _id: uuid(), ...held })),
        { tx, trusted: true },
      );
    },
    move,
    async moveAll(tx, messageIds, moved) {
      const [only, ...others] = messageIds;
      if (only !== undefined && others.length === 0) return [await move(tx, only, moved)];
      const filter = { messageId: { $in: [...messageIds] }, status: { $in: [...moved.from] } };
      const found = new Map((await collection.find(filter, { tx })).map((escrow) => [escrow.messageId, escrow]));
      const escrowsBefore = messageIds.map((messageId) => found.get(messageId) ?? null);
      if (escrowsBefore.includes(null)) return escrowsBefore;
      const change = { status: moved.to, resolvedAt: clock.now() };
      const { modifiedCount } = await collection.updateMany(filter, { $set: change }, { tx });
      if (modifiedCount !== found.size) throw new Error("an escrow was moved meanwhile");
      return escrowsBefore.map((escrow) => escrow && { ...escrow, ...change });
    },
    async reveal(tx, messageId) {
      await collection.updateOne({ messageId }, { $set: { concealed: false } }, { tx });
    },
    async list(status, page) {
      const filter = status ? { status } : {};
      const rows = await collection.find(filter, { sort: { heldAt: -1, _id: -1 }, skip: skipOf(page), limit: page.limit });
      return { rows, total: await collection.count(filter) };
    },
    async findByMessage(messageIds) {
      if (messageIds.length === 0) return new Map();
      const found = await collection.find({ messageId: { $in: [...messageIds] } });
      return new Map(found.map((escrow) => [escrow.messageId, escrow]));
    },
    async heldTotal() {
      const stages = [{ $match: { status: "HELD" } }, { $group: { _id: null, total: { $sum: "$amount" } } }];
      const [sum] = await collection.aggregate<{ total: Money }>(stages);
      return sum?.total ?? 0n;
    },
    async heldForCreator(creatorId) {
      const groups = await collection.aggregate<{ _id: Pick<Escrow, "amount" | "commissionRate">; count: number }>([
        { $match: { creatorId, status: "HELD", concealed: { $ne: true } } },
        { $group: { _id: { amount: "$amount", commissionRate: "$commissionRate" }, count: { $sum: 1 } } },
      ]);
      return groups.map(({ _id, count }) => ({ ..._id, count: Number(count) }));
    },
    scan: (tx) => collection.scan({}, { tx, batchSize: SCAN_BATCH_SIZE }),
  };
}
