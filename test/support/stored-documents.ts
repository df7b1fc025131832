import type { Connection } from "mongoose";

/**
 * The stored documents of a collection that match. They are read without an index: one whose key changes meanwhile, as that of an event which is
 * published, shows a document twice.
 */
export const storedDocuments = (
  connection: Connection,
  collection: string,
  filter: object = {},
  sort: Record<string, 1 | -1> = {},
): Promise<Record<string, unknown>[]> => connection.collection(collection).find(filter).hint({ $natural: 1 }).sort(sort).toArray();
