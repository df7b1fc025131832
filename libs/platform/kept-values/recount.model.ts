import { boolean, nullable, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** How far the last recount of one kind of kept values has come. */
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
