import { type ConfigKey, domainOf, entryOf } from "#libs/config/keys/index.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type ConfigValueRow, isOverride } from "./data/config-value.model.ts";
import type { ConfigValueStore } from "./data/config-value.store.ts";
import { masked } from "./masking.ts";

/** A registered key with its value. @param row its global row, when there is one */
export function entryView(config: ConfigReader, key: ConfigKey, row: ConfigValueRow | null) {
  const entry = entryOf(key);
  const { active, source } = config.effectiveWith(isOverride(row) ? [row] : [], key);
  return {
    key,
    domain: domainOf(key),
    category: entry.category,
    type: entry.type,
    description: entry.description,
    value: masked(entry, active),
    default: masked(entry, entry.default),
    source,
    envOnly: entry.envOnly ?? false,
    sensitive: entry.sensitive ?? false,
    scopes: [...(entry.scopes ?? [])],
    ...lastWrite(row),
  };
}

/** How often, when and by whom an override was written. */
export function lastWrite(row: ConfigValueRow | null) {
  return { version: row?.version ?? 0, updatedAt: row?.updatedAt?.toISOString() ?? null, updatedBy: row?.updatedBy ?? null };
}

/** Some registered keys with their values, in the order given. */
export async function entryViews({ values, config }: { values: ConfigValueStore; config: ConfigReader }, keys: readonly ConfigKey[]) {
  const rows = new Map((await values.globalsOf(keys)).map((row) => [row.key, row]));
  return keys.map((key) => entryView(config, key, rows.get(key) ?? null));
}
