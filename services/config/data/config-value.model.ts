import { date, json, nullable, number, optional, text, withDefault } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { ValueScope } from "../domain/value-scope.ts";

/**
 * One override of a key: global when the scope is null. A removed override stays as a document without a value, and its version goes on
 * counting. So a later override never reuses a version that a client has seen.
 */
export interface ConfigValueDoc extends DocumentIn<typeof configValues> {}

/** Whether a document overrides a value; false for a removed override. */
export function isOverride(stored: ConfigValueDoc | null): stored is ConfigValueDoc {
  return stored !== null && stored.value !== undefined;
}

export const configValues = defineCollection({
  name: "config_values",
  fields: {
    /** The key, followed by the scope when there is one. */
    _id: text,
    key: text,
    scope: nullable(json<ValueScope>()),
    /** Absent: the override was removed. */
    value: withDefault(json(), undefined),
    /** Number of writes of this override, from 1. */
    version: optional(number),
    /** Absent, like the version and the user, in a document that was written into the database by hand. */
    updatedAt: optional(date),
    /** User id. */
    updatedBy: optional(text),
  },
  indexes: [{ key: { key: 1 } }],
  unknownFields: "drop",
});
