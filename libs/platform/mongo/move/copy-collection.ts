import mongoose, { type mongo } from "mongoose";
import { isDuplicateKey } from "../duplicate-key.ts";

/** Documents in one insert; at 90 KB each they still fit into a message of the wire protocol. */
const BATCH_SIZE = 500;

/** Values retain their BSON types: an int does not become a double, nor a long a number. */
const EXACT = { promoteValues: false, promoteBuffers: false } as const;

/**
 * Copies every document that the target lacks. The target has only the index of `_id` yet. So a duplicate key means that an earlier attempt
 * has copied the document.
 */
export async function copyCollection(source: mongo.Collection, target: mongo.Collection): Promise<void> {
  let batch: mongo.Document[] = [];
  const flush = async () => {
    if (batch.length > 0) await insertMissing(target, batch);
    batch = [];
  };
  for await (const document of source.find({}, { ...EXACT, batchSize: BATCH_SIZE })) {
    batch.push(document);
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
}

async function insertMissing(target: mongo.Collection, documents: mongo.Document[]): Promise<void> {
  try {
    await target.insertMany(documents, { ordered: false });
  } catch (error) {
    if (!isOfCopied(error)) throw error;
  }
}

function isOfCopied(error: unknown): boolean {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return false;
  const refused = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return isDuplicateKey(error) && refused.every(({ code }) => code === error.code);
}
