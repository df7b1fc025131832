import { type ConfigKey, isConfigKey } from "#libs/config/keys/index.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { PROVIDERS, type ProviderSlot } from "./catalogue.ts";

/** Settings that an implementation cannot work without and that nobody has set; null when the slot has no such implementation. */
export function missingSettings(slot: ProviderSlot, name: string, config: Pick<ConfigReader, "read">): ConfigKey[] | null {
  const implementations: Readonly<Record<string, readonly string[]>> = PROVIDERS[slot];
  const needs = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  return needs?.filter(isConfigKey).filter((key) => isUnset(config.read(key))) ?? null;
}

function isUnset(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
