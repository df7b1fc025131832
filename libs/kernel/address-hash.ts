import { hmacHex } from "./secrets.ts";

/** Stands for an e-mail address where the address itself is not kept: the same in every service that has the key. */
export function addressHash(key: string, email: string): string {
  return hmacHex(key, `subscription:${email.toLowerCase()}`);
}
