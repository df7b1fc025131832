import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { SubscriptionDoc } from "../data/subscription.model.ts";

/** The stored form of the addresses of subscriptions: a keyed hash for lookups, and the encrypted address. */
export interface SubscriptionAddresses {
  hash(email: string): string;
  seal(email: string, subscriptionId: string): string;
  open(subscription: Pick<SubscriptionDoc, "_id" | "emailSealed">): string;
}

export function subscriptionAddresses({ env: { secrets } }: Pick<Runtime, "env">): SubscriptionAddresses {
  const cipher = fieldCipher(secrets.contentKeys);
  return {
    hash: (email) => addressHash(secrets.pseudonymKey, email),
    seal: (email, subscriptionId) => cipher.encrypt(email, subscriptionId),
    open: ({ _id, emailSealed }) => cipher.decrypt(emailSealed, _id),
  };
}
