import { createHash } from "node:crypto";
import { leadingZeroBits } from "#libs/providers/captcha/proof-of-work.ts";

/** Does what a client does with a proof-of-work challenge: counts until the hash is small enough. Returns the token. */
export function solve({ challenge, difficulty }: { readonly challenge: string; readonly difficulty: number | null }, from = 0): string {
  for (let counter = from; ; counter += 1) {
    const token = `${challenge}.${counter}`;
    if (leadingZeroBits(createHash("sha256").update(token).digest()) >= (difficulty ?? 0)) return token;
  }
}
