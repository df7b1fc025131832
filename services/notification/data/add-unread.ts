import type { Collection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type PreferenceDoc, preferences } from "./preference.store.ts";
import { MIN_VERSION, type RecipientDoc } from "./recipient.model.ts";

/** The user data that new notifications need. */
interface NotifiedUser {
  /** Null when the user has changed nothing. */
  readonly preferences: PreferenceDoc | null;
  /** The highest sequence number of a notification. */
  readonly seq: number;
  /** The account is deleted. */
  readonly gone: boolean;
}

/** By user id. */
export type NotifiedUsers = ReadonlyMap<string, NotifiedUser>;

const UNKNOWN: NotifiedUser = { preferences: null, seq: 0, gone: false };

export async function findNotified(rows: Collection<RecipientDoc>, tx: Tx, userIds: readonly string[]): Promise<NotifiedUsers> {
  const pipeline = [{ $match: { _id: { $in: [...userIds] } } }];
  const stages = [...pipeline, { $unionWith: { coll: preferences.name, pipeline } }];
  const found = await rows.aggregate<RecipientDoc | PreferenceDoc>(stages, { tx });
  const users = new Map(userIds.map((userId) => [userId, UNKNOWN]));
  for (const row of found) {
    const known = users.get(row._id) ?? UNKNOWN;
    users.set(row._id, "total" in row ? { ...known, seq: row.seq, gone: row.gone === true } : { ...known, preferences: row });
  }
  return users;
}

/**
 * Adds unread notifications to the totals of their users, with one command. The transaction fails when another one has added to a list
 * since this one read its user.
 * @param userIds one entry per notification, so a user may occur several times
 * @returns the sequence number of each notification
 */
export async function addUnread(
  rows: Collection<RecipientDoc>,
  tx: Tx,
  users: NotifiedUsers,
  userIds: readonly string[],
): Promise<readonly number[]> {
  const counts = new Map<string, number>();
  const seqs = userIds.map((userId) => {
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return (users.get(userId) ?? UNKNOWN).seq + count;
  });
  const operations = [...counts].map(([_id, count]) => ({ updateOne: { filter: { _id }, update: additionOf(count), upsert: true } }));
  if (operations.length > 0) await rows.bulkWrite(operations, { tx, trusted: true });
  return seqs;
}

const additionOf = (count: number) => ({
  $inc: { total: count, unread: count, seq: count },
  $setOnInsert: { locale: null, localeVersion: MIN_VERSION },
});
