import type { Connection } from "mongoose";
import type { PayoutStatus } from "#libs/contracts/payouts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Payout } from "../domain/payout.ts";
import { NO_LABEL, payoutModel } from "./payout.model.ts";

type NewPayout = Pick<Payout, "_id" | "userId" | "creatorId" | "idempotencyKey" | "amount" | "methodId" | "methodKind" | "methodLabel">;

/** What a move writes besides the status. */
type Decision = Partial<Pick<Payout, "provider" | "decidedBy" | "reason">>;

export interface PayoutStore {
  find(payoutId: string): Promise<Payout | null>;
  findOwn(payoutId: string, userId: string): Promise<Payout | null>;
  findByKey(userId: string, idempotencyKey: string): Promise<Payout | null>;
  /** Throws a duplicate key error when the key names another payout of the user. */
  insert(tx: Tx, payout: NewPayout): Promise<Payout>;
  /** Makes the move if the payout is still where it starts; the payout afterwards, or null. */
  move(tx: Tx, payoutId: string, move: Move<PayoutStatus>, decision?: Decision): Promise<Payout | null>;
  /** Payouts of a user, or of a status, or all; newest first. */
  page(filter: { userId?: string; status?: PayoutStatus }, page: PageRequest): Promise<{ rows: Payout[]; total: number }>;
  /** Payouts whose end the provider has not told, those asked about longest ago first. */
  underWay(triedBefore: Date, limit: number): Promise<Payout[]>;
  /** Notes that the provider is being asked; false when somebody else has asked since the payout was read. */
  claimTry(payout: Payout): Promise<boolean>;
  /** One batch in memory at a time. */
  all(tx: Tx): AsyncIterable<Payout>;
}

const CURSOR_BATCH = 1_000;

export function payoutStore(connection: Connection, clock: Clock): PayoutStore {
  const payouts = payoutModel(connection);
  return {
    find: (payoutId) => payouts.findById(payoutId).lean(),
    findOwn: (payoutId, userId) => payouts.findOne({ _id: payoutId, userId }).lean(),
    findByKey: (userId, idempotencyKey) => payouts.findOne({ userId, idempotencyKey }).lean(),
    async insert(session, payout) {
      const row: Payout = {
        ...payout,
        currency: CURRENCY,
        status: "REQUESTED",
        provider: null,
        decidedBy: null,
        reason: null,
        requestedAt: clock.now(),
        settledAt: null,
      };
      await payouts.insertOne(row, { session });
      return row;
    },
    async move(session, payoutId, { from, to }, decision = {}) {
      const now = clock.now();
      const underWay = to === "PROCESSING";
      const change = underWay ? { $set: { ...decision, status: to, triedAt: now } } : endOf(to, decision, now);
      const start = { _id: payoutId, status: { $in: [...from] } };
      const moved = await payouts.findOneAndUpdate(start, change, { session, returnDocument: "after" }).lean();
      if (!moved?.ownerGone || underWay) return moved;
      await payouts.updateOne({ _id: payoutId }, { $set: { methodLabel: NO_LABEL } }, { session });
      return { ...moved, methodLabel: NO_LABEL };
    },
    async page({ userId, status }, page) {
      const filter = { ...(userId !== undefined && { userId }), ...(status !== undefined && { status }) };
      const rows = await payouts.find(filter).sort({ requestedAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean();
      return { rows, total: await payouts.countDocuments(filter) };
    },
    underWay: (triedBefore, limit) =>
      payouts
        .find({ triedAt: { $lte: triedBefore } })
        .sort({ triedAt: 1 })
        .limit(limit)
        .lean(),
    async claimTry({ _id, triedAt }) {
      const asRead = { _id, status: "PROCESSING" as const, triedAt: triedAt ?? null };
      return (await payouts.updateOne(asRead, { $set: { triedAt: clock.now() } })).modifiedCount === 1;
    },
    all: (session) => payouts.find({}, null, { session }).lean().cursor({ batchSize: CURSOR_BATCH }),
  };
}

function endOf(status: PayoutStatus, decision: Decision, settledAt: Date) {
  return { $set: { ...decision, status, settledAt }, $unset: { triedAt: 1 } };
}
