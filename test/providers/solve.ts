import { createHash } from "node:crypto";
import { leadingZeroBits } from "#libs/providers/captcha/proof-of-work.ts";

/** Solves a proof-of-work challenge as a client does: increments a counter until the hash has enough zero bits. Returns the token. */
export function solve({ challenge, difficulty }: { readonly challenge: string; readonly difficulty: number | null }, from = 0): string {
  for (let counter = from; ; counter += 1) {
    const token = `${challenge}.${counter}`;
    if (leadingZeroBits(createHash("sha256").update(token).digest()) >= (difficulty ?? 0)) return token;
  }
}
