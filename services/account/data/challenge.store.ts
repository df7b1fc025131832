import { date, nullable, number, oneOf, optional, text } from "#libs/kernel/fields.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** What the answer to a challenge opens; no other purpose accepts it. */
export const CHALLENGE_PURPOSES = ["LOGIN", "ADMIN_LOGIN", "STEP_UP", "ENROL", "EMAIL"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** How long a challenge may be answered. */
export const CHALLENGE_MINUTES = 5;

/** A proof that is half given: the other half is still to come. */
export interface ChallengeDoc extends DocumentIn<typeof challenges> {}

export const challenges = defineCollection({
  name: "challenges",
  fields: {
    /** Hash of the token. */
    _id: text,
    purpose: oneOf(CHALLENGE_PURPOSES),
    /** Null while the user is not known. */
    userId: nullable(text),
    /** Hash of password and roles of that moment; null without a user. */
    passwordStamp: nullable(text),
    /** The session that may answer; null where any client may. */
    sessionId: nullable(text),
    answers: number,
    /** What the purpose has to remember, sealed. */
    content: optional(text),
    expiresAt: date,
  },
  indexes: [
    { name: "of_user", key: { userId: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
});

export interface ChallengeStore {
  insert(challenge: ChallengeDoc): Promise<void>;
  /** The open challenge after one more answer was counted; null when it has ended, or has another purpose or session. */
  countAnswer(wanted: Pick<ChallengeDoc, "_id" | "purpose" | "sessionId">, maxAnswers: number, now: Date): Promise<ChallengeDoc | null>;
  /** False when a parallel answer has used it up. */
  delete(tx: Tx | null, challengeId: string): Promise<boolean>;
}

export function challengeStore(database: Collections): ChallengeStore {
  const rows = database.collection(challenges);
  return {
    insert: (challenge) => rows.insert(challenge),
    countAnswer(wanted, maxAnswers, now) {
      const open: Filter<ChallengeDoc> = { ...wanted, answers: { $lt: maxAnswers }, expiresAt: { $gt: now } };
      return rows.findOneAndUpdate(open, { $inc: { answers: 1 } }, { returnDocument: "after" });
    },
    async delete(tx, _id) {
      const { deletedCount } = await rows.deleteOne({ _id }, { tx });
      return deletedCount === 1;
    },
  };
}
