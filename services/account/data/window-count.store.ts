import { AppError } from "#libs/errors/app-error.ts";
import { date, number, text } from "#libs/kernel/fields.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";

/** The number of events for one account or address in a fixed window that starts with the first event. */
export interface WindowCountDoc extends DocumentIn<typeof loginFailures> {}

const windowCounts = {
  fields: {
    /** Keyed hash of what is counted: the collection does not reveal it. */
    _id: text,
    count: number,
    windowEndsAt: date,
  },
  indexes: [{ name: "retention", key: { windowEndsAt: 1 }, expireAfterSeconds: 0 }],
} as const;

/** Failed comparisons of a password, by account, and by device and person. */
export const loginFailures = defineCollection({ name: "login_failures", ...windowCounts });

/** Mails to an address that any visitor may request. */
export const mailCounts = defineCollection({ name: "mail_counts", ...windowCounts });

export interface WindowCountStore {
  /** The count of the current window; null when it is empty. */
  find(key: string, now: Date): Promise<WindowCountDoc | null>;
  /** Increments the count of the window and returns it. Atomic, also when it starts the window. */
  increment(key: string, now: Date, windowSeconds: number): Promise<WindowCountDoc>;
  /** Resets the count of the current window to zero, unless it has reached a bound. Returns the previous count; null without a window. */
  resetBelow(bound: number, key: string, now: Date): Promise<WindowCountDoc | null>;
  delete(keys: readonly string[]): Promise<void>;
}

/** Each further attempt means that another request has begun or deleted the window in between. */
const MAX_ATTEMPTS = 50;

export function windowCountStore(database: Collections, definition: CollectionDefinition<WindowCountDoc>): WindowCountStore {
  const counts = database.collection(definition);

  /** Another request has started the window in between. */
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
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const counted = await tryIncrement(_id, now, windowEndsAt);
        if (counted) return counted;
      }
      throw new AppError("error.conflict");
    },
    resetBelow: (bound, _id, now) =>
      counts.findOneAndUpdate(
        { _id, windowEndsAt: { $gt: now } },
        [{ $set: { count: { $cond: [{ $lt: ["$count", bound] }, 0, "$count"] } } }],
        { updatePipeline: true },
      ),
    async delete(keys) {
      await counts.deleteMany({ _id: { $in: [...keys] } });
    },
  };
}
