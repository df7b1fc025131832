import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

const SUBSCRIPTION_STATUSES = ["PENDING", "CONFIRMED"] as const;

/** An address that gets mails once its owner has confirmed it. */
export interface SubscriptionDoc {
  readonly _id: string;
  /** Keyed hash of the address: finds it without revealing it. */
  readonly emailHash: string;
  /** The address, encrypted. */
  readonly emailSealed: string;
  readonly locale: string;
  readonly status: (typeof SUBSCRIPTION_STATUSES)[number];
  /** Of the newest confirmation link; older links are invalid. */
  readonly nonce: string;
  /** Confirmation mails so far, and when the newest was requested. */
  readonly mails: number;
  readonly mailedAt: Date;
  /** The user with this verified address; null without an account. */
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** When a pending subscription is deleted; null once it is confirmed. */
  readonly expiresAt: Date | null;
}

const schema = new Schema<SubscriptionDoc>(
  {
    _id: { type: String, required: true },
    emailHash: { type: String, required: true },
    emailSealed: { type: String, required: true },
    locale: { type: String, required: true },
    status: { type: String, required: true, enum: SUBSCRIPTION_STATUSES },
    nonce: { type: String, required: true },
    mails: { type: Number, required: true },
    mailedAt: { type: Date, required: true },
    userId: { type: String, default: null },
    createdAt: { type: Date, required: true },
    confirmedAt: { type: Date, default: null },
    expiresAt: { type: Date, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ emailHash: 1 }, { name: "one_per_address", unique: true });
schema.index({ userId: 1 }, { name: "of_user", partialFilterExpression: { userId: { $gt: "" } } });
schema.index({ expiresAt: 1 }, { name: "unconfirmed", expireAfterSeconds: 0 });

export const subscriptions: CollectionDefinition<SubscriptionDoc> = { name: "email_subscriptions", schema };
