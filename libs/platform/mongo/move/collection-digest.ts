import { createHash } from "node:crypto";
import type { mongo } from "mongoose";

/** The number of documents of a collection, and a checksum of all their bytes. */
export interface Digest {
  readonly count: number;
  readonly checksum: string;
}

const MODULUS = 1n << 256n;

/** Reads a whole collection. The checksum is the sum of the documents' hashes, so their order does not matter. */
export async function digestOf(collection: mongo.Collection): Promise<Digest> {
  let count = 0;
  let sum = 0n;
  for await (const bytes of collection.find({}, { raw: true }) as AsyncIterable<unknown>) {
    count += 1;
    sum = (sum + hashOf(bytes as Uint8Array)) % MODULUS;
  }
  return { count, checksum: sum.toString(16).padStart(64, "0") };
}

const hashOf = (bytes: Uint8Array): bigint => BigInt(`0x${createHash("sha256").update(bytes).digest("hex")}`);

export const sameDigest = (one: Digest | undefined, other: Digest): boolean =>
  one?.count === other.count && one.checksum === other.checksum;
