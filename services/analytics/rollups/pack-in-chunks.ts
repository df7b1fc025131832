import { setImmediate as nextTurn } from "node:timers/promises";
import { packKeys } from "../domain/key-counts.ts";

export interface CountedKey {
  readonly key: string;
  readonly count: number;
}

const CHUNK_SIZE = 10_000;

/** Encodes keys with their counts. Other requests run between two chunks. */
export async function packInChunks(entries: readonly CountedKey[]): Promise<Buffer> {
  const packed: Buffer[] = [];
  for (let at = 0; at < entries.length; at += CHUNK_SIZE) {
    if (at > 0) await nextTurn();
    packed.push(packKeys(entries.slice(at, at + CHUNK_SIZE)));
  }
  return Buffer.concat(packed);
}
