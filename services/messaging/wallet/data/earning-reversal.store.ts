import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type EarningReversal, earningReversalFields } from "../domain/earning-reversal.ts";

export const earningReversals = defineCollection({
  name: "earning_reversals",
  fields: earningReversalFields,
  indexes: [
    { name: "of_message", key: { messageId: 1, createdAt: 1, _id: 1 } },
    { name: "of_creator", key: { creatorId: 1, createdAt: -1, _id: -1 } },
    { name: "of_fan", key: { fanId: 1, createdAt: -1, _id: -1 } },
  ],
});

export interface EarningReversalStore {
  /** All reversals, in batches. */
  scan(tx: Tx): AsyncIterable<EarningReversal>;
}

const SCAN_BATCH_SIZE = 1_000;

export function earningReversalStore(database: Collections): EarningReversalStore {
  const collection = database.collection(earningReversals);
  return { scan: (tx) => collection.scan({}, { tx, batchSize: SCAN_BATCH_SIZE }) };
}
