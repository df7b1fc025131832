import type { ConfigKeyEntry } from "#libs/config/key.ts";
import { type ConfigKey, entryOf, isConfigKey } from "#libs/config/keys/index.ts";
import { AppError } from "#libs/errors/app-error.ts";

/** A key of the registry with its entry. Throws key_not_found. */
export function registeredKey(key: string): { readonly key: ConfigKey; readonly entry: ConfigKeyEntry } {
  if (!isConfigKey(key)) throw new AppError("config.error.key_not_found", { key });
  return { key, entry: entryOf(key) };
}
