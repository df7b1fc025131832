import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { date, nullable, text } from "#libs/kernel/fields.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { BulkOperation, Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { ERROR_CODES } from "#libs/platform/mongo/error-codes.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";

/** A recent message claims its text. A second one from the same sender to the same receiver is refused as a duplicate. */
export interface TextGuardDoc extends DocumentIn<typeof textGuards> {}

export interface TextClaim {
  readonly fingerprint: string;
  readonly messageId: string;
  readonly attempt: string | null;
  readonly now: Date;
  /** How long the text counts as a duplicate, in milliseconds. */
  readonly windowMs: number;
}

/** Longer than the longest duplicate window. */
const RETENTION_SECONDS = (2 * DAY) / SECOND;

export const textGuards = defineCollection({
  name: "text_guards",
  fields: {
    /** Keyed hash of sender, receiver and the compared text. */
    _id: text,
    messageId: text,
    /** Keyed hash of the sender and the idempotency key; a retry of the same request may take the claim over. Null without a key. */
    attempt: nullable(text),
    sentAt: date,
  },
  indexes: [{ name: "retention", key: { sentAt: 1 }, expireAfterSeconds: RETENTION_SECONDS }],
});

export interface TextGuardStore {
  find(fingerprint: string): Promise<TextGuardDoc | null>;
  /** Claims a text for a message; false when another message has it within the window. Of concurrent claims one succeeds. */
  claim(claim: TextClaim): Promise<boolean>;
  /** Takes a claim over from a known holder, or from another attempt of the same request. False when neither holds it any more. */
  takeOver(holderId: string, claim: TextClaim): Promise<boolean>;
  /** Releases a claim, if the message still holds it. */
  release(fingerprint: string, messageId: string): Promise<void>;
}

/** A second claim for the same message succeeds, too. */
function claimOf({ fingerprint, messageId, attempt, now, windowMs }: TextClaim): BulkOperation<TextGuardDoc> {
  const free = [{ sentAt: { $lte: new Date(now.getTime() - windowMs) } }, { messageId }];
  return {
    updateOne: { filter: { _id: fingerprint, $or: free }, update: { $set: { messageId, attempt, sentAt: now } }, upsert: true },
  };
}

export function textGuardStore(database: Collections): TextGuardStore {
  const guards = database.collection(textGuards);
  const claim = batchedQuery<TextClaim, boolean>("messaging.claimTexts", async (claims) => {
    const outcomes = await outcomesOf(claims.length, () => guards.bulkWrite(claims.map(claimOf), { ordered: false, trusted: true }));
    return outcomes.map((outcome) => {
      if (outcome.status === "fulfilled") return true;
      if ((outcome.reason as { code?: unknown }).code === ERROR_CODES.DuplicateKey) return false;
      throw outcome.reason;
    });
  });
  return {
    find: (_id) => guards.findOne({ _id }),
    claim,
    async takeOver(holderId, { fingerprint, messageId, attempt, now }) {
      const holders = [{ messageId: holderId }, ...(attempt === null ? [] : [{ attempt }])];
      const { matchedCount } = await guards.updateOne({ _id: fingerprint, $or: holders }, { $set: { messageId, attempt, sentAt: now } });
      return matchedCount === 1;
    },
    async release(fingerprint, messageId) {
      await guards.deleteOne({ _id: fingerprint, messageId });
    },
  };
}
