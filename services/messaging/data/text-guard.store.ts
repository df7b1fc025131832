import { type Connection, Schema } from "mongoose";
import { DAY, SECOND } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** Says that a text went from one user to another a moment ago. */
export interface TextGuardDoc {
  /** Keyed hash of sender, receiver and the compared text. */
  readonly _id: string;
  readonly messageId: string;
  /** Names the request; a repetition of it may take the guard over. */
  readonly attempt: string | null;
  readonly sentAt: Date;
}

export interface TextClaim {
  readonly fingerprint: string;
  readonly messageId: string;
  readonly attempt: string | null;
  readonly now: Date;
  /** How long the text counts as a duplicate, in milliseconds. */
  readonly windowMs: number;
}

export type TextGuardStore = ReturnType<typeof textGuardStore>;

/** Longer than the longest duplicate window. */
const KEPT_SECONDS = (2 * DAY) / SECOND;

const schema = new Schema<TextGuardDoc>(
  {
    _id: { type: String, required: true },
    messageId: { type: String, required: true },
    attempt: { type: String, default: null },
    sentAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ sentAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

export function textGuardStore(connection: Connection) {
  const model = modelOf(connection, "text_guards", schema);
  return {
    find(fingerprint: string): Promise<TextGuardDoc | null> {
      return model.findById(fingerprint).lean<TextGuardDoc>().exec();
    },

    /** Takes the text for one message; false when another one has it within the window. One of many at once gets it. */
    async claim({ fingerprint, messageId, attempt, now, windowMs }: TextClaim): Promise<boolean> {
      const free = { _id: fingerprint, sentAt: { $lte: new Date(now.getTime() - windowMs) } };
      try {
        await model.updateOne(free, { $set: { messageId, attempt, sentAt: now } }, { upsert: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Takes the text from its known holder, or from any twin of the same request; false when neither has it any more. */
    async takeOver(holderId: string, { fingerprint, messageId, attempt, now }: TextClaim): Promise<boolean> {
      const holders = [{ messageId: holderId }, ...(attempt === null ? [] : [{ attempt }])];
      const { matchedCount } = await model.updateOne({ _id: fingerprint, $or: holders }, { $set: { messageId, attempt, sentAt: now } });
      return matchedCount === 1;
    },

    /** Gives the text back if that message still has it. */
    async release(fingerprint: string, messageId: string): Promise<void> {
      await model.deleteOne({ _id: fingerprint, messageId });
    },
  };
}
