import { implement } from "#libs/contract-kit/implement.ts";
import { listFlags } from "#libs/contracts/config.ts";
import type { FeatureFlagRow } from "../data/feature-flag.model.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/config/flags */
export const listFlagsAction = ({ flags }: Deps) => implement(listFlags, async () => (await flags.all()).map(flagView));

export function flagView({ _id, enabled, description, createdAt, updatedAt, updatedBy }: FeatureFlagRow) {
  return { key: _id, enabled, description, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), updatedBy };
}
