import { type Connection, type Model, Schema } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";

/** What happened to one account or address in a window that the first time starts. */
interface WindowCount {
  /** A keyed hash: the collection does not tell which addresses these are. */
  readonly _id: string;
  readonly count: number;
  readonly windowEndsAt: Date;
}

const schema = new Schema<WindowCount>(
  { _id: { type: String, required: true }, count: { type: Number, required: true }, windowEndsAt: { type: Date, required: true } },
  { versionKey: false, strict: "throw" },
);
schema.index({ windowEndsAt: 1 }, { name: "retention", expireAfterSeconds: 0 });

export type WindowCountStore = ReturnType<typeof windowCountStore>;

/** Failed attempts at passwords. */
export function loginFailureStore(connection: Connection): WindowCountStore {
  return windowCountStore(modelOf(connection, "login_failures", schema));
}

/** Mails that anybody may have sent to an address. */
export function mailCountStore(connection: Connection): WindowCountStore {
  return windowCountStore(modelOf(connection, "mail_counts", schema));
}

function windowCountStore(model: Model<WindowCount>) {
  const count = async (_id: string, now: Date, windowEndsAt: Date): Promise<WindowCount | null> => {
    const running = { _id, windowEndsAt: { $gt: now } };
    const counted = await model
      .findOneAndUpdate(running, { $inc: { count: 1 } }, { returnDocument: "after" })
      .lean<WindowCount>()
      .exec();
    if (counted) return counted;
    const over = { _id, windowEndsAt: { $lte: now } };
    const begun = { $set: { count: 1, windowEndsAt } };
    try {
      return await model.findOneAndUpdate(over, begun, { upsert: true, returnDocument: "after" }).lean<WindowCount>().exec();
    } catch (error) {
      // Another one began the window in between.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  };

  return {
    /** The count of the running window, or null when nothing was counted. */
    find(_id: string, now: Date): Promise<WindowCount | null> {
      return model
        .findOne({ _id, windowEndsAt: { $gt: now } })
        .lean<WindowCount>()
        .exec();
    },

    /** Counts one more and returns all of the window; atomic, also for the first one. */
    async add(_id: string, now: Date, windowSeconds: number): Promise<WindowCount> {
      const windowEndsAt = new Date(now.getTime() + windowSeconds * 1_000);
      const counted = (await count(_id, now, windowEndsAt)) ?? (await count(_id, now, windowEndsAt));
      if (!counted) throw new Error("the window of a count changed twice under one attempt");
      return counted;
    },

    async clear(_id: string): Promise<void> {
      await model.deleteOne({ _id });
    },
  };
}
