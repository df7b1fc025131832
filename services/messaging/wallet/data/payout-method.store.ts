import type { Connection } from "mongoose";
import type { Clock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { PayoutMethod } from "../domain/payout.ts";
import { payoutMethodModel } from "./payout.model.ts";

export interface PayoutMethodStore {
  /** Null when the owner has as many as there may be. */
  insert(method: Pick<PayoutMethod, "userId" | "kind" | "label">): Promise<PayoutMethod | null>;
  findOwn(methodId: string, userId: string): Promise<PayoutMethod | null>;
  /** Oldest first. */
  listOf(userId: string): Promise<PayoutMethod[]>;
  /** Says whether there was one. */
  remove(methodId: string, userId: string): Promise<boolean>;
}

/** More methods than these no creator has. */
export const MAX_METHODS = 10;

export function payoutMethodStore(connection: Connection, clock: Clock): PayoutMethodStore {
  const methods = payoutMethodModel(connection);
  const listOf = (userId: string): Promise<PayoutMethod[]> =>
    methods.find({ userId }).sort({ createdAt: 1, _id: 1 }).limit(MAX_METHODS).lean();
  return {
    async insert(method) {
      const known = await listOf(method.userId);
      const place = freePlace(known);
      if (place === null) return null;
      const row: PayoutMethod = { ...method, place, _id: uuid(), createdAt: clock.now() };
      try {
        await methods.insertOne(row);
        return row;
      } catch (error) {
        // Somebody was faster; there is one place less, so this ends.
        if (isDuplicateKey(error, "place")) return this.insert(method);
        throw error;
      }
    },
    findOwn: (methodId, userId) => methods.findOne({ _id: methodId, userId }).lean(),
    listOf,
    async remove(methodId, userId) {
      return (await methods.deleteOne({ _id: methodId, userId })).deletedCount === 1;
    },
  };
}

/** Null when all are taken. An index lets a place be taken once, also by requests at the same time. */
function freePlace(known: readonly PayoutMethod[]): number | null {
  const taken = new Set(known.map(({ place }) => place));
  const free = Array.from({ length: MAX_METHODS }, (_, place) => place).find((place) => !taken.has(place));
  return free ?? null;
}
