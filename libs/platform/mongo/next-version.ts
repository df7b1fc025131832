/**
 * Part of every write of a document with a version. The version orders the facts about the document (decision 09). It also makes two
 * transactions on the document conflict when one of them writes the same values again, which would be no change to the store.
 */
export const NEXT_VERSION = { $inc: { version: 1 } } as const;
