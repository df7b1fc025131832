import { hmacHex } from "#libs/kernel/secrets.ts";

const SEARCHED_LENGTH = 500;

/** The first 500 UTF-16 code units of a text (spec 2.6); half a surrogate pair at the cut becomes U+FFFD. */
export function searchContentOf(content: string): string {
  return content.slice(0, SEARCHED_LENGTH).toWellFormed();
}

/** A keyed hash that identifies a text from one user to another without revealing it. */
export function textFingerprint(key: string, senderId: string, receiverId: string, content: string): string {
  return hmacHex(key, JSON.stringify([senderId, receiverId, searchContentOf(content)]));
}
