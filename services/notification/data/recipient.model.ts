import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** Below every version of an account. */
export const MIN_VERSION = 0;

/** A user who gets notifications: a copy of the account's locale, and the totals of the list. */
export interface RecipientDoc {
  /** User id. */
  readonly _id: string;
  /** Null while it is unknown. */
  readonly locale: string | null;
  /** Version of the account that had this locale. */
  readonly localeVersion: number;
  /** Notifications in the list. */
  readonly total: number;
  readonly unread: number;
  /** The highest sequence number of a notification. It never decreases, so positions of streams stay valid. */
  readonly seq: number;
  /** How often somebody's name was taken out of notifications in the list: neither the totals nor `seq` change then. */
  readonly redactions?: number;
  /** The account is deleted: no notification is stored for this user. */
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
    redactions: Number,
    gone: Boolean,
  },
  { versionKey: false, strict: "throw" },
);

export const recipients: CollectionDefinition<RecipientDoc> = { name: "recipients", schema };
