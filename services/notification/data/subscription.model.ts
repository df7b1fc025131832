import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

const SUBSCRIPTION_STATUSES = ["PENDING", "CONFIRMED"] as const;

/** An address to which mails may be sent once its owner has said so. */
export interface SubscriptionDoc {
  readonly _id: string;
  /** Keyed hash of the address: finds it, tells nothing. */
  readonly emailHash: string;
  /** The address, encrypted. */
  readonly emailSealed: string;
  readonly locale: string;
  readonly status: (typeof SUBSCRIPTION_STATUSES)[number];
  /** Of the newest link. */
  readonly nonce: string;
  /** Confirmation mails so far, and when the newest was asked for. */
  readonly mails: number;
  readonly mailedAt: Date;
  /** Who proved to own the same address; null: nobody with an account. */
  readonly userId: string | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** When a pending one vanishes. */
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

export function subscriptionModel(connection: Connection): Model<SubscriptionDoc> {
  return modelOf(connection, "email_subscriptions", schema);
}
