import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** What is known of a user who gets notifications: a copy of the account's locale, and the totals of the lists. */
export interface RecipientDoc {
  /** User id. */
  readonly _id: string;
  /** Null until the account service has told it. */
  readonly locale: string | null;
  /** Of the user who had it. */
  readonly localeVersion: number;
  /** Notifications in all. */
  readonly total: number;
  /** Unread ones among them. */
  readonly unread: number;
  /** Position of the newest one; positions only grow, so a stream goes on where it stood. */
  readonly seq: number;
  /** The account is deleted: nothing is kept for this user any more. */
  readonly gone?: true;
}

const schema = new Schema<RecipientDoc>(
  {
    _id: { type: String, required: true },
    locale: { type: String, default: null },
    localeVersion: { type: Number, required: true },
    total: { type: Number, required: true },
    unread: { type: Number, required: true },
    seq: { type: Number, default: 0 },
    gone: Boolean,
  },
  { versionKey: false, strict: "throw" },
);

export function recipientModel(connection: Connection): Model<RecipientDoc> {
  return modelOf(connection, "recipients", schema);
}
