import type { Connection } from "mongoose";
import type { EscrowStatus } from "#libs/contracts/wallet.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Escrow } from "../domain/escrow.ts";
import { escrowSchema } from "./escrow.model.ts";

type NewEscrow = Pick<Escrow, "messageId" | "fanId" | "creatorId" | "amount" | "commissionRate" | "concealed">;

/** Open escrows that are alike. */
export interface HeldGroup extends Pick<Escrow, "amount" | "commissionRate"> {
  readonly count: number;
}

export interface EscrowStore {
  /** Throws when the message has an escrow already. */
  insert(tx: Tx, escrow: NewEscrow): Promise<void>;
  /** Makes the move if the escrow is still where it starts; null when it is not, or does not exist. */
  move(tx: Tx, messageId: string, move: Move<EscrowStatus>): Promise<Escrow | null>;
  /** The creator may learn of it from now on. */
  reveal(tx: Tx, messageId: string): Promise<void>;
  /** Newest first. */
  page(status: EscrowStatus | undefined, page: PageRequest): Promise<{ rows: Escrow[]; total: number }>;
  /** Minor units in escrow now. */
  heldTotal(): Promise<Money>;
  /** What is held for a creator now, as far as the creator may know: how many escrows there are of each amount and rate. */
  heldFor(creatorUserId: string): Promise<HeldGroup[]>;
  /** One batch in memory at a time. */
  all(tx: Tx): AsyncIterable<Escrow>;
}

const CURSOR_BATCH = 1_000;

export function escrowStore(connection: Connection, clock: Clock): EscrowStore {
  const escrows = modelOf(connection, "escrows", escrowSchema);
  return {
    async insert(session, escrow) {
      await escrows.insertOne({ ...escrow, _id: uuid(), status: "HELD", heldAt: clock.now(), resolvedAt: null }, { session });
    },
    move: (session, messageId, { from, to }) =>
      escrows
        .findOneAndUpdate(
          { messageId, status: { $in: [...from] } },
          { $set: { status: to, resolvedAt: clock.now() } },
          { session, returnDocument: "after" },
        )
        .lean(),
    async reveal(session, messageId) {
      await escrows.updateOne({ messageId }, { $set: { concealed: false } }, { session });
    },
    async page(status, page) {
      const filter = status ? { status } : {};
      const rows = await escrows.find(filter).sort({ heldAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean();
      return { rows, total: await escrows.countDocuments(filter) };
    },
    async heldTotal() {
      const [sum] = await escrows.aggregate<{ total: Money }>([
        { $match: { status: "HELD" } },
        { $group: { _id: null, total: { $sum: "$amount" } } },
      ]);
      return sum?.total ?? 0n;
    },
    async heldFor(creatorId) {
      const groups = await escrows.aggregate<{ _id: Pick<Escrow, "amount" | "commissionRate">; count: number }>([
        { $match: { creatorId, status: "HELD", concealed: { $ne: true } } },
        { $group: { _id: { amount: "$amount", commissionRate: "$commissionRate" }, count: { $sum: 1 } } },
      ]);
      return groups.map(({ _id, count }) => ({ ..._id, count: Number(count) }));
    },
    all: (session) => escrows.find({}, null, { session }).lean().cursor({ batchSize: CURSOR_BATCH }),
  };
}
