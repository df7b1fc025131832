import type { ConfigKey } from "#libs/platform/config/keys/index.ts";
import type { Deps } from "../deps.ts";
import { configEntryView } from "../views/config-entry-view.ts";

/** Some keys of the registry with their values, in the given order. */
export async function listConfigEntries({ values, config }: Pick<Deps, "values" | "config">, keys: readonly ConfigKey[]) {
  const byKey = new Map((await values.listGlobal(keys)).map((override) => [override.key, override]));
  return keys.map((key) => configEntryView(config, key, byKey.get(key) ?? null));
}
