import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type SubscriptionDoc, subscriptions } from "./subscription.model.ts";

/** The fields that a new confirmation link changes. */
type ConfirmationLink = Pick<SubscriptionDoc, "nonce" | "mailedAt" | "expiresAt" | "locale" | "mails">;

export interface SubscriptionStore {
  find(subscriptionId: string): Promise<SubscriptionDoc | null>;
  findByHash(tx: Tx, emailHash: string): Promise<SubscriptionDoc | null>;
  /** Rejects with a duplicate key error when the address has a subscription. */
  insert(tx: Tx, subscription: SubscriptionDoc): Promise<void>;
  /** Replaces the link of a pending subscription. */
  replaceLink(tx: Tx, subscriptionId: string, link: ConfirmationLink): Promise<void>;
  /** PENDING → CONFIRMED. False when it is not pending, or its link was replaced. */
  confirm(tx: Tx, subscription: SubscriptionDoc, confirmedAt: Date): Promise<boolean>;
  setUser(tx: Tx, subscriptionId: string, userId: string): Promise<void>;
  delete(subscriptionId: string): Promise<void>;
}

export function subscriptionStore(database: Collections): SubscriptionStore {
  const rows = database.collection(subscriptions);
  return {
    find: (_id) => rows.findOne({ _id }),
    findByHash: (tx, emailHash) => rows.findOne({ emailHash }, { tx }),
    insert: (tx, subscription) => rows.insert(subscription, { tx }),
    async replaceLink(tx, _id, link) {
      await rows.updateOne({ _id, status: "PENDING" }, { $set: link }, { tx });
    },
    async confirm(tx, { _id, nonce }, confirmedAt) {
      const confirmed = { status: "CONFIRMED", confirmedAt, expiresAt: null } as const;
      const { matchedCount } = await rows.updateOne({ _id, nonce, status: "PENDING" }, { $set: confirmed }, { tx });
      return matchedCount === 1;
    },
    async setUser(tx, _id, userId) {
      await rows.updateOne({ _id }, { $set: { userId } }, { tx });
    },
    async delete(_id) {
      await rows.deleteOne({ _id });
    },
  };
}
