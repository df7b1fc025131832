import { RECOVERY_CODES } from "#libs/contracts/account/index.ts";
import { randomBytes } from "#libs/kernel/random.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";

/** Base 32 has no digit that looks like a letter. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const CHARACTERS = 10;

/** A set of recovery codes, such as `K4QXA-7M2TD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
    return `${letters.slice(0, CHARACTERS / 2)}-${letters.slice(CHARACTERS / 2)}`;
  });
}

/** What the store has instead of a code. Case, hyphen and spaces of what was typed do not matter. */
export function recoveryCodeHash(key: string, userId: string, code: string): string {
  return hmacHex(key, `recovery code:${userId}:${code.toUpperCase().replace(/[\s-]/g, "")}`);
}
