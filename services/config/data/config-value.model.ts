import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { ValueScope } from "../domain/value-scope.ts";

/**
 * One override of a key: global when the scope is null. A removed override stays as a document without a value and keeps counting its
 * versions, so that a later override never has a version that a client has seen before.
 */
export interface ConfigValueDoc {
  /** The key, followed by the scope when there is one. */
  readonly _id: string;
  readonly key: string;
  readonly scope: ValueScope | null;
  readonly value: unknown;
  /** Number of writes of this override, from 1. */
  readonly version?: number;
  /** Absent, like the version and the user, in a document that was written into the database by hand. */
  readonly updatedAt?: Date;
  /** User id. */
  readonly updatedBy?: string;
}

/** Whether a document overrides a value, and is not what is left of a removed override. */
export function isOverride(stored: ConfigValueDoc | null): stored is ConfigValueDoc {
  return stored !== null && stored.value !== undefined;
}

const schema = new Schema<ConfigValueDoc>(
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

export const configValues: CollectionDefinition<ConfigValueDoc> = { name: "config_values", schema };
