import { addressHash } from "#libs/kernel/address-hash.ts";
import { fieldCipher } from "#libs/kernel/field-cipher.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { SubscriptionDoc } from "./data/subscription.model.ts";

/** Addresses of subscriptions as they are stored: a keyed hash to find one, the address itself encrypted. */
export interface Addresses {
  hash(email: string): string;
  seal(email: string, subscriptionId: string): string;
  open(subscription: Pick<SubscriptionDoc, "_id" | "emailSealed">): string;
}

export function addresses({ env: { secrets } }: Pick<Runtime, "env">): Addresses {
  const cipher = fieldCipher(secrets.contentKeys);
  return {
    hash: (email) => addressHash(secrets.pseudonymKey, email),
    seal: (email, subscriptionId) => cipher.encrypt(email, subscriptionId),
    open: ({ _id, emailSealed }) => cipher.decrypt(emailSealed, _id),
  };
}
