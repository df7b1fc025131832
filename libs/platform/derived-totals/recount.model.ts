import { boolean, nullable, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** The progress of the last recount of one kind of derived totals. */
export interface RecountDoc extends DocumentIn<typeof recounts> {}

export const recounts = defineCollection({
  name: "recounts",
  fields: {
    /** The kind. */
    _id: text,
    /** UTC day on which the recount began. */
    day: text,
    /** The last document that was recounted; null before the first one and at the end. */
    after: nullable(text),
    isDone: boolean,
  },
});
