import { implement } from "#libs/contract-kit/implement.ts";
import { getEffectiveConfig } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { scopeCode } from "../domain/value-scope.ts";
import { requireKey } from "../keys/check-value.ts";
import { masked } from "../views/masking.ts";

/** GET /admin/config/keys/{key}/effective */
export const getEffectiveAction = ({ values, config }: Deps) =>
  implement(getEffectiveConfig, async ({ params }) => {
    const { key, entry } = requireKey(params.key);
    const { platform, region, tier } = params;
    const requested = Object.fromEntries(
      Object.entries({ platform, region, tier }).flatMap(([kind, value]) => (value === undefined ? [] : [[kind, scopeCode(value)]])),
    );
    const { active, source, scope } = config.effectiveWith(await values.listByKey(key), key, requested);
    return { key, default: masked(entry, entry.default), active: masked(entry, active), source, scope };
  });
