import type { FeatureFlagDoc } from "../data/feature-flag.store.ts";
import type { KillSwitchDoc } from "../data/kill-switch.store.ts";

/** A feature flag as administrators see it. */
export function flagView({ _id, enabled, description, createdAt, updatedAt, updatedBy }: FeatureFlagDoc) {
  return { key: _id, enabled, description, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), updatedBy };
}

/** A kill switch as administrators see it. @param stored its document; none: it was never used */
export function killSwitchView(system: string, stored: KillSwitchDoc | undefined) {
  return {
    system,
    active: stored?.active ?? false,
    reason: stored?.reason ?? null,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    updatedBy: stored?.updatedBy ?? null,
    trippedBy: stored?.trippedBy ?? null,
  };
}
