import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** Spec 2.3. */
export interface BioPage {
  readonly _id: string;
  readonly creatorId: string;
  readonly bio: string;
  readonly templateId: string | null;
  readonly published: boolean;
  readonly embedEnabled: boolean;
  /** How many links it has. */
  readonly links: number;
  /** Counts changes of their set and order: who writes it comes before or after every other one. */
  readonly linkChanges: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const schema = new Schema<BioPage>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    bio: { type: String, default: "" },
    templateId: { type: String, default: null },
    published: { type: Boolean, required: true },
    embedEnabled: { type: Boolean, required: true },
    links: { type: Number, required: true },
    linkChanges: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1 }, { unique: true });

export function bioPageModel(connection: Connection): Model<BioPage> {
  return modelOf(connection, "bio_pages", schema);
}
