import type { Collection } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { MIN_VERSION, type RecipientDoc } from "./recipient.model.ts";

export interface AddedUnread {
  /** The sequence number of each notification; null for users whose accounts are deleted: nothing was added for them. */
  readonly seqs: readonly (number | null)[];
  readonly gone: ReadonlySet<string>;
}

/** The sequence number of the first notification that was added for a user; null for one whose account is deleted. */
type FirstSeqs = Map<string, number | null>;

/**
 * Adds an unread notification of each of some users to their totals, with a number of commands that does not depend on theirs.
 * @param userIds a user as often as there are notifications
 */
export async function addUnread(rows: Collection<RecipientDoc>, tx: Tx, userIds: readonly string[]): Promise<AddedUnread> {
  const counts = new Map<string, number>();
  for (const userId of userIds) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const [only] = counts.keys();
  if (only === undefined) return { seqs: [], gone: new Set() };
  const next = counts.size === 1 ? await addToOne(rows, tx, only, userIds.length) : await addToAll(rows, tx, counts);
  const gone = new Set([...next].filter(([, seq]) => seq === null).map(([userId]) => userId));
  const seqs = userIds.map((userId) => {
    const seq = next.get(userId) ?? null;
    if (seq !== null) next.set(userId, seq + 1);
    return seq;
  });
  return { seqs, gone };
}

/** One command in place of two. */
async function addToOne(rows: Collection<RecipientDoc>, tx: Tx, userId: string, count: number): Promise<FirstSeqs> {
  const added = await rows.findOneAndUpdate({ _id: userId }, additionOf(count), { tx, upsert: true, returnDocument: "after" });
  if (!added?.gone) return new Map([[userId, (added?.seq ?? count) - count + 1]]);
  await rows.updateOne({ _id: userId }, { $inc: { total: -count, unread: -count } }, { tx });
  return new Map([[userId, null]]);
}

/** The transaction fails when another one has added to a list since it was read here. */
async function addToAll(rows: Collection<RecipientDoc>, tx: Tx, counts: ReadonlyMap<string, number>): Promise<FirstSeqs> {
  const found = await rows.find({ _id: { $in: [...counts.keys()] } }, { tx, projection: { seq: 1, gone: 1 } });
  const known = new Map(found.map((recipient) => [recipient._id, recipient]));
  const isGone = (userId: string) => known.get(userId)?.gone === true;
  const operations = [...counts]
    .filter(([userId]) => !isGone(userId))
    .map(([_id, count]) => ({ updateOne: { filter: { _id }, update: additionOf(count), upsert: true } }));
  if (operations.length > 0) await rows.bulkWrite(operations, { tx, trusted: true });
  return new Map([...counts.keys()].map((userId) => [userId, isGone(userId) ? null : (known.get(userId)?.seq ?? 0) + 1]));
}

const additionOf = (count: number) => ({
  $inc: { total: count, unread: count, seq: count },
  $setOnInsert: { locale: null, localeVersion: MIN_VERSION },
});
