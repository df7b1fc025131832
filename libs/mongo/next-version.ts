/**
 * Part of every write of a document with a version. It orders what others are told (decision 09), and makes two transactions that
 * write the document collide also where one of them writes what was there, such as the same time: to the store that would be no change.
 */
export const NEXT_VERSION = { $inc: { version: 1 } } as const;
