import { type ConfigKey, entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";
import { PROVIDERS, type ProviderSlot } from "#libs/policies/provider-slots.ts";
import type { ProviderHost } from "./slot.ts";

/** The settings, and whether this is production, where a secret for trials counts as none. */
export type SettingsHost = Pick<ProviderHost, "config"> & { readonly env: Pick<ProviderHost["env"], "production"> };

/** Unset settings that an implementation cannot work without; null when the slot has no implementation of this name. */
export function missingSettings(slot: ProviderSlot, name: string, { config, env }: SettingsHost): ConfigKey[] | null {
  const implementations: Readonly<Record<string, readonly string[]>> = PROVIDERS[slot];
  const required = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  return (
    required?.filter(isConfigKey).filter((key) => isUnset(config.read(key)) || (env.production && isForTrial(key, config.read(key)))) ??
    null
  );
}

function isUnset(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function isForTrial(key: ConfigKey, value: unknown): boolean {
  return entryOf(key).trialForm?.test(String(value)) ?? false;
}
