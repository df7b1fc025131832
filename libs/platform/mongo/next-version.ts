/**
 * Part of every write of a document with a version. The version orders the events about the document (decision 09). It also makes two
 * transactions on the document conflict when one of them writes unchanged values. Without it, the store would see no change.
 */
export const NEXT_VERSION = { $inc: { version: 1 } } as const;
