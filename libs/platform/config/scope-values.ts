import type { ScopeKind } from "#libs/contracts/config/terms.ts";
import { CREATOR_LEVELS } from "#libs/contracts/creator/terms.ts";
import { PLATFORMS } from "#libs/contracts/shared.ts";
import { isCountryCode } from "#libs/kernel/country-codes.ts";
import type { ConfigKeyEntry } from "./key.ts";

/** The values of the scopes with few values: the client's platform, and the tier of a user (fan, or creator of a level). */
export const SCOPE_VALUES: Readonly<Record<Exclude<ScopeKind, "region">, readonly string[]>> = {
  platform: PLATFORMS,
  tier: ["FAN", ...CREATOR_LEVELS],
};

/** Whether a key is read for callers of such a scope. */
export function declaresScope({ scopes = [] }: Pick<ConfigKeyEntry, "scopes">, kind: ScopeKind): boolean {
  return scopes.includes(kind);
}

/** Describes why no caller can have a value of a scope; null when some can. */
export function scopeValueErrorOf(kind: ScopeKind, value: string): string | null {
  if (kind === "region") return isCountryCode(value) ? null : "must be a country code of ISO 3166-1 alpha-2";
  return SCOPE_VALUES[kind].includes(value) ? null : `must be one of: ${SCOPE_VALUES[kind].join(", ")}`;
}
