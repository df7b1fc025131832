import mongoose from "mongoose";
import { isDuplicateKey } from "./duplicate-key.ts";
import type { Tx } from "./transaction.ts";

/**
 * Runs an upsert that may race with another upsert of the same document. If a unique index refuses it, it runs again and finds the
 * document. A transaction cannot continue after a refused write, so with `tx` the whole transaction runs again, as after a write conflict.
 */
export async function retryOnDuplicateKey<T>(upsert: () => Promise<T>, tx?: Tx): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (!tx) return upsert();
    if (error instanceof mongoose.mongo.MongoServerError) error.addErrorLabel("TransientTransactionError");
    throw error;
  }
}
