import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { ValueScope } from "../domain/change.ts";

/**
 * One override of a key: global when the scope is null. A row without a value is an override that was taken away; it
 * stays, so that no later override gets a version that somebody has seen already.
 */
export interface ConfigValueRow {
  /** The key, and the scope when there is one. */
  readonly _id: string;
  readonly key: string;
  readonly scope: ValueScope | null;
  readonly value: unknown;
  /** Counts the writes of this override, from 1. */
  readonly version?: number;
  /** Absent, like the version, in a row that somebody wrote into the store himself. */
  readonly updatedAt?: Date;
  readonly updatedBy?: string;
}

/** Whether a row overrides anything. */
export function isOverride(row: ConfigValueRow | null): row is ConfigValueRow {
  return row !== null && row.value !== undefined;
}

const schema = new Schema<ConfigValueRow>(
  {
    _id: { type: String, required: true },
    key: { type: String, required: true },
    scope: { type: Schema.Types.Mixed, default: null },
    value: { type: Schema.Types.Mixed },
    version: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
    updatedBy: { type: String, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ key: 1 });

export function configValueModel(connection: Connection): Model<ConfigValueRow> {
  return modelOf(connection, "config_values", schema);
}
