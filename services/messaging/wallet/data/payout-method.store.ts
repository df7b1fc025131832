import type { Connection } from "mongoose";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PayoutMethod } from "../domain/payout.ts";
import { payoutMethodModel } from "./payout.model.ts";

export interface PayoutMethodStore {
  insert(method: Pick<PayoutMethod, "userId" | "kind" | "label">): Promise<PayoutMethod>;
  findOwn(methodId: string, userId: string): Promise<PayoutMethod | null>;
  /** Oldest first. */
  listOf(userId: string): Promise<PayoutMethod[]>;
  /** Says whether there was one. */
  remove(methodId: string, userId: string): Promise<boolean>;
}

/** More methods than these no creator has. */
export const MAX_METHODS = 10;

/** Of several that were added at the same moment one more may pass; all of them are listed. */
const MAX_LISTED = 2 * MAX_METHODS;

export function payoutMethodStore(connection: Connection, clock: Clock): PayoutMethodStore {
  const methods = payoutMethodModel(connection);
  return {
    async insert(method) {
      const row: PayoutMethod = { ...method, _id: uuid(), createdAt: clock.now() };
      await methods.insertOne(row);
      return row;
    },
    findOwn: (methodId, userId) => methods.findOne({ _id: methodId, userId }).lean(),
    listOf: (userId) => methods.find({ userId }).sort({ createdAt: 1, _id: 1 }).limit(MAX_LISTED).lean(),
    async remove(methodId, userId) {
      return (await methods.deleteOne({ _id: methodId, userId })).deletedCount === 1;
    },
  };
}
