import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

export interface FeatureFlagRow {
  /** The flag's key; unique by itself. */
  readonly _id: string;
  readonly enabled: boolean;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

const schema = new Schema<FeatureFlagRow>(
  {
    _id: { type: String, required: true },
    enabled: { type: Boolean, required: true },
    description: { type: String, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    updatedBy: { type: String, required: true },
  },
  { versionKey: false },
);

export function featureFlagModel(connection: Connection): Model<FeatureFlagRow> {
  return modelOf(connection, "feature_flags", schema);
}
