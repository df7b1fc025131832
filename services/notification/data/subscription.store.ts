import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type SubscriptionDoc, subscriptionModel } from "./subscription.model.ts";

export type SubscriptionStore = ReturnType<typeof subscriptionStore>;

export function subscriptionStore(connection: Connection) {
  const model = subscriptionModel(connection);
  return {
    find(id: string): Promise<SubscriptionDoc | null> {
      return model.findById(id).lean<SubscriptionDoc>().exec();
    },

    findByHash(session: Tx, emailHash: string): Promise<SubscriptionDoc | null> {
      return model.findOne({ emailHash }, null, { session }).lean<SubscriptionDoc>().exec();
    },

    async insert(session: Tx, subscription: SubscriptionDoc): Promise<void> {
      await model.insertOne(subscription, { session });
    },

    /** Gives a pending one another link; the one before is dead. */
    async renew(
      session: Tx,
      { _id }: SubscriptionDoc,
      next: Pick<SubscriptionDoc, "nonce" | "mailedAt" | "expiresAt" | "locale" | "mails">,
    ) {
      await model.updateOne({ _id, status: "PENDING" }, { $set: next }, { session });
    },

    /** PENDING → CONFIRMED, for the newest link only. */
    async confirm(session: Tx, { _id, nonce }: SubscriptionDoc, confirmedAt: Date): Promise<boolean> {
      const pending = { _id, nonce, status: "PENDING" as const };
      const { matchedCount } = await model.updateOne(pending, { $set: { status: "CONFIRMED", confirmedAt, expiresAt: null } }, { session });
      return matchedCount === 1;
    },

    async setUser(session: Tx, _id: string, userId: string): Promise<void> {
      await model.updateOne({ _id }, { $set: { userId } }, { session });
    },

    async remove(_id: string): Promise<void> {
      await model.deleteOne({ _id });
    },
  };
}
