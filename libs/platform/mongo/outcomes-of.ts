import mongoose from "mongoose";
import { isStoreUnavailable } from "./store-unavailable.ts";

const { MongoBulkWriteError } = mongoose.mongo;

/**
 * The outcome of each part of an unordered write, in their order: a refused part does not prevent the others. Rejects where the write
 * failed as a whole.
 * @param count of documents or operations
 */
export async function outcomesOf(count: number, write: () => Promise<unknown>): Promise<PromiseSettledResult<void>[]> {
  const refusals = new Map<number, unknown>();
  try {
    await write();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || isStoreUnavailable(error)) throw error;
    for (const refusal of [error.writeErrors].flat()) refusals.set(refusal.index, refusal);
    if (refusals.size === 0) throw error;
  }
  return Array.from({ length: count }, (_, index) =>
    refusals.has(index) ? { status: "rejected", reason: refusals.get(index) } : { status: "fulfilled", value: undefined },
  );
}
