import { type Connection, type Model, Schema } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "./model-of.ts";

/** Failed attempts at one account in a window that the first of them starts. */
interface LoginFailures {
  /** A keyed hash: the collection does not tell which addresses were tried. */
  readonly _id: string;
  readonly count: number;
  readonly windowEndsAt: Date;
}

const schema = new Schema<LoginFailures>(
  { _id: { type: String, required: true }, count: { type: Number, required: true }, windowEndsAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ windowEndsAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export type LoginFailureStore = ReturnType<typeof loginFailureStore>;

export function loginFailureModel(connection: Connection): Model<LoginFailures> {
  return modelOf(connection, "LoginFailures", "login_failures", schema);
}

export function loginFailureStore(connection: Connection) {
  const model = loginFailureModel(connection);

  const count = async (_id: string, now: Date, windowEndsAt: Date): Promise<LoginFailures | null> => {
    const running = { _id, windowEndsAt: { $gt: now } };
    const counted = await model
      .findOneAndUpdate(running, { $inc: { count: 1 } }, { returnDocument: "after" })
      .lean<LoginFailures>()
      .exec();
    if (counted) return counted;
    const over = { _id, windowEndsAt: { $lte: now } };
    const begun = { $set: { count: 1, windowEndsAt } };
    try {
      return await model.findOneAndUpdate(over, begun, { upsert: true, returnDocument: "after" }).lean<LoginFailures>().exec();
    } catch (error) {
      // Another attempt began the window in between.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  };

  return {
    /** The failures of the running window, or null when there are none. */
    find(_id: string, now: Date): Promise<LoginFailures | null> {
      return model
        .findOne({ _id, windowEndsAt: { $gt: now } })
        .lean<LoginFailures>()
        .exec();
    },

    /** Counts one more failure and returns all of the window; atomic, also for the first one. */
    async add(_id: string, now: Date, windowSeconds: number): Promise<LoginFailures> {
      const windowEndsAt = new Date(now.getTime() + windowSeconds * 1_000);
      const counted = (await count(_id, now, windowEndsAt)) ?? (await count(_id, now, windowEndsAt));
      if (!counted) throw new Error("the window of failed logins changed twice under one attempt");
      return counted;
    },

    async clear(_id: string): Promise<void> {
      await model.deleteOne({ _id });
    },
  };
}
