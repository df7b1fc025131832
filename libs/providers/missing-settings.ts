import { type ConfigKey, isConfigKey } from "#libs/platform/config/keys/index.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { PROVIDERS, type ProviderSlot } from "#libs/policies/provider-slots.ts";

/** Unset settings that an implementation cannot work without; null when the slot has no implementation of this name. */
export function missingSettings(slot: ProviderSlot, name: string, config: Pick<ConfigReader, "read">): ConfigKey[] | null {
  const implementations: Readonly<Record<string, readonly string[]>> = PROVIDERS[slot];
  const required = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  return required?.filter(isConfigKey).filter((key) => isUnset(config.read(key))) ?? null;
}

function isUnset(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
