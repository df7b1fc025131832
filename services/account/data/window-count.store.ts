import { date, number, text } from "#libs/kernel/fields.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** How often something happened to one account or address in a fixed window, which begins with the first event. */
export interface WindowCountDoc extends DocumentIn<typeof loginFailures> {}

const windowCounts = {
  fields: {
    /** Keyed hash of the account or address: the collection does not reveal it. */
    _id: text,
    count: number,
    windowEndsAt: date,
  },
  indexes: [{ name: "retention", key: { windowEndsAt: 1 }, expireAfterSeconds: 0 }],
} as const;

/** Failed comparisons of a password, by account. */
export const loginFailures = defineCollection({ name: "login_failures", ...windowCounts });

/** Mails that anybody may request, by address. */
export const mailCounts = defineCollection({ name: "mail_counts", ...windowCounts });

export interface WindowCountStore {
  /** The count of the running window; null when nothing was counted in it. */
  find(key: string, now: Date): Promise<WindowCountDoc | null>;
  /** Counts one more and returns the count of the window. Atomic, also when it begins the window. */
  increment(key: string, now: Date, windowSeconds: number): Promise<WindowCountDoc>;
  /** Sets the count of the running window to zero, unless it has reached a bound. Returns what was counted before; null without a window. */
  resetBelow(bound: number, key: string, now: Date): Promise<WindowCountDoc | null>;
  delete(key: string): Promise<void>;
}

export function windowCountStore(database: Collections, definition: CollectionDefinition<WindowCountDoc>): WindowCountStore {
  const counts = database.collection(definition);

  /** Null when another request has begun the window in between. */
  const tryIncrement = async (_id: string, now: Date, windowEndsAt: Date): Promise<WindowCountDoc | null> => {
    const running = { _id, windowEndsAt: { $gt: now } };
    const counted = await counts.findOneAndUpdate(running, { $inc: { count: 1 } }, { returnDocument: "after" });
    if (counted) return counted;
    const ended = { _id, windowEndsAt: { $lte: now } };
    try {
      return await counts.findOneAndUpdate(ended, { $set: { count: 1, windowEndsAt } }, { upsert: true, returnDocument: "after" });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  };

  return {
    find: (_id, now) => counts.findOne({ _id, windowEndsAt: { $gt: now } }),
    async increment(_id, now, windowSeconds) {
      const windowEndsAt = new Date(now.getTime() + windowSeconds * 1_000);
      const counted = (await tryIncrement(_id, now, windowEndsAt)) ?? (await tryIncrement(_id, now, windowEndsAt));
      if (!counted) throw new Error("the counting window changed twice during one increment");
      return counted;
    },
    resetBelow: (bound, _id, now) =>
      counts.findOneAndUpdate(
        { _id, windowEndsAt: { $gt: now } },
        [{ $set: { count: { $cond: [{ $lt: ["$count", bound] }, 0, "$count"] } } }],
        { updatePipeline: true },
      ),
    async delete(_id) {
      await counts.deleteOne({ _id });
    },
  };
}
