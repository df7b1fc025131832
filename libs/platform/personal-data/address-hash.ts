import { hmacHex } from "#libs/kernel/secrets.ts";

/** Stands for an e-mail address where the address itself is not stored. Equal in all services with the same key. */
export function addressHash(key: string, email: string): string {
  return hmacHex(key, `subscription:${email.toLowerCase()}`);
}
