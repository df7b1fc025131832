import type { ScopeKind } from "#libs/contracts/config/terms.ts";

/** The part of the callers that a scoped override is for. */
export interface ValueScope {
  readonly kind: ScopeKind;
  /** A code in capitals: see `scopeCode`. */
  readonly value: string;
}

/** Platforms, regions and tiers are codes in capitals (`IOS`, `DE`, `GOLD`); requests may write them in any case. */
export function scopeCode(value: string): string {
  return value.toUpperCase();
}
