import { mark, nullable, number, optional, text, withDefault } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** Below every version of an account. */
export const MIN_VERSION = 0;

/** A user who gets notifications: a copy of the account's locale, and the totals of the list. */
export interface RecipientDoc extends DocumentIn<typeof recipients> {}

export const recipients = defineCollection({
  name: "recipients",
  fields: {
    /** User id. */
    _id: text,
    /** Null while it is unknown. */
    locale: nullable(text),
    /** Version of the account that had this locale. */
    localeVersion: number,
    /** Notifications in the list. */
    total: number,
    unread: number,
    /** The highest sequence number of a notification. It never decreases, so positions of streams stay valid. */
    seq: withDefault(number, 0),
    /** Counts how often a deleted user's name was removed from notifications in the list; the totals and `seq` do not change then. */
    redactions: optional(number),
    /** The account is deleted: no notification is stored for this user. */
    gone: mark,
  },
});
