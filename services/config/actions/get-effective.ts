import { implement } from "#libs/contract-kit/implement.ts";
import { getEffectiveConfig } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { scopeCode } from "../domain/scope-code.ts";
import { masked } from "../masking.ts";
import { registeredKey } from "../registered-key.ts";

/** GET /admin/config/keys/{key}/effective */
export const getEffectiveAction = ({ values, config }: Deps) =>
  implement(getEffectiveConfig, async ({ params }) => {
    const { key, entry } = registeredKey(params.key);
    const { platform, region, tier } = params;
    const asked = Object.fromEntries(
      Object.entries({ platform, region, tier }).flatMap(([kind, value]) => (value === undefined ? [] : [[kind, scopeCode(value)]])),
    );
    const { active, source, scope } = config.effectiveWith(await values.ofKey(key), key, asked);
    return { key, default: masked(entry, entry.default), active: masked(entry, active), source, scope };
  });
