import type { FeatureFlagRow } from "./data/feature-flag.model.ts";

/** A feature flag as admins see it. */
export function flagView({ _id, enabled, description, createdAt, updatedAt, updatedBy }: FeatureFlagRow) {
  return { key: _id, enabled, description, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), updatedBy };
}
