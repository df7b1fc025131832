import type { Connection } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { TopUp, TopUpStatus } from "../domain/top-up.ts";
import { topUpSchema } from "./top-up.model.ts";

type NewTopUp = Pick<TopUp, "userId" | "idempotencyKey" | "amount" | "provider">;

export interface TopUpStore {
  findByKey(userId: string, idempotencyKey: string): Promise<TopUp | null>;
  findOwn(topUpId: string, userId: string): Promise<TopUp | null>;
  /** The new top-up, or the one that has taken its key before. */
  insertOrFind(topUp: NewTopUp): Promise<TopUp>;
  setReference(topUpId: string, providerReference: string): Promise<void>;
  /** Makes the move if the top-up is still where it starts; says whether it did. */
  move(tx: Tx, topUpId: string, move: Move<TopUpStatus>): Promise<boolean>;
  /** Minor units of all top-ups that succeeded. */
  succeededTotal(tx: Tx): Promise<Money>;
}

export function topUpStore(connection: Connection, clock: Clock): TopUpStore {
  const topUps = modelOf(connection, "topups", topUpSchema);
  const findByKey = (userId: string, idempotencyKey: string) => topUps.findOne({ userId, idempotencyKey }).lean();

  return {
    findByKey,
    findOwn: (topUpId, userId) => topUps.findOne({ _id: topUpId, userId }).lean(),
    async insertOrFind(topUp) {
      const row: TopUp = {
        ...topUp,
        _id: uuid(),
        currency: CURRENCY,
        status: "PENDING",
        providerReference: null,
        createdAt: clock.now(),
        settledAt: null,
      };
      try {
        await topUps.insertOne(row);
        return row;
      } catch (error) {
        const winner = isDuplicateKey(error) ? await findByKey(topUp.userId, topUp.idempotencyKey) : null;
        if (!winner) throw error;
        return winner;
      }
    },
    async setReference(topUpId, providerReference) {
      await topUps.updateOne({ _id: topUpId, providerReference: null }, { $set: { providerReference } });
    },
    async move(session, topUpId, { from, to }) {
      const { modifiedCount } = await topUps.updateOne(
        { _id: topUpId, status: { $in: [...from] } },
        { $set: { status: to, settledAt: clock.now() } },
        { session },
      );
      return modifiedCount === 1;
    },
    async succeededTotal(session) {
      const [sum] = await topUps
        .aggregate<{ total: Money }>([{ $match: { status: "SUCCEEDED" } }, { $group: { _id: null, total: { $sum: "$amount" } } }])
        .session(session);
      return sum?.total ?? 0n;
    },
  };
}
