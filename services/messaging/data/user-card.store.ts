import { type Connection, type Model, Schema } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** How a user is shown: a copy of the account service's facts, kept up to date by `user.changed` and healed by asking. */
export interface UserCardDoc {
  /** User id. */
  readonly _id: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  /** Of the user of whom this was true. */
  readonly version: number;
}

const schema = new Schema<UserCardDoc>(
  {
    _id: { type: String, required: true },
    username: { type: String, default: null },
    displayName: { type: String, default: null },
    avatarUrl: { type: String, default: null },
    version: { type: Number, required: true },
  },
  { versionKey: false, strict: "throw" },
);

export type UserCardStore = ReturnType<typeof userCardStore>;

export function userCardModel(connection: Connection): Model<UserCardDoc> {
  return modelOf(connection, "user_cards", schema);
}

export function userCardStore(connection: Connection) {
  const model = userCardModel(connection);
  return {
    findMany(userIds: readonly string[]): Promise<UserCardDoc[]> {
      return model
        .find({ _id: { $in: userIds } })
        .lean<UserCardDoc[]>()
        .exec();
    },

    /** Takes over a newer fact; an older one changes nothing. */
    async apply(session: Tx, { _id, ...card }: UserCardDoc): Promise<void> {
      const known = await model.findById(_id, { version: 1 }, { session }).lean<Pick<UserCardDoc, "version">>();
      if (!known) await model.insertOne({ _id, ...card }, { session });
      else if (known.version < card.version) await model.updateOne({ _id }, { $set: card }, { session });
    },

    /** Keeps an answer that was asked for, unless an event brought a copy meanwhile. */
    async keep(cards: readonly UserCardDoc[]): Promise<void> {
      if (cards.length === 0) return;
      try {
        await model.insertMany(cards, { ordered: false });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
