import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** How far the last recount of one kind of kept values has come. */
export interface RecountDoc {
  /** The kind. */
  readonly _id: string;
  /** UTC day on which the recount began. */
  readonly day: string;
  /** The last document that was recounted; null before the first one and at the end. */
  readonly after: string | null;
  readonly isDone: boolean;
}

const schema = new Schema<RecountDoc>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    after: { type: String, default: null },
    isDone: { type: Boolean, required: true },
  },
  { versionKey: false, strict: "throw" },
);

export const recounts: CollectionDefinition<RecountDoc> = { name: "recounts", schema };
