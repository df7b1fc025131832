import { date, nullable, number, oneOf, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

const SUBSCRIPTION_STATUSES = ["PENDING", "CONFIRMED"] as const;

/** An address that gets mails once its owner has confirmed it. */
export interface SubscriptionDoc extends DocumentIn<typeof subscriptions> {}

export const subscriptions = defineCollection({
  name: "email_subscriptions",
  fields: {
    _id: text,
    /** Keyed hash of the address: finds it without revealing it. */
    emailHash: text,
    /** The address, encrypted. */
    emailSealed: text,
    locale: text,
    status: oneOf(SUBSCRIPTION_STATUSES),
    /** Of the newest confirmation link; older links are invalid. */
    nonce: text,
    /** Confirmation mails so far, and when the newest was requested. */
    mails: number,
    mailedAt: date,
    /** The user with this verified address; null without an account. */
    userId: nullable(text),
    createdAt: date,
    confirmedAt: nullable(date),
    /** When a pending subscription is deleted; null once it is confirmed. */
    expiresAt: nullable(date),
  },
  indexes: [
    { name: "one_per_address", key: { emailHash: 1 }, unique: true },
    { name: "of_user", key: { userId: 1 }, partialFilterExpression: { userId: { $gt: "" } } },
    { name: "unconfirmed", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});
