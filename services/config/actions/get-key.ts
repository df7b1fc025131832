import { domainOf } from "#libs/config/keys/index.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigKey } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { masked } from "../masking.ts";
import { registeredKey } from "../registered-key.ts";

/** GET /admin/config/keys/{key}: from the store, so that a change made elsewhere is seen at once. */
export const getKeyAction = ({ values, config }: Deps) =>
  implement(getConfigKey, async ({ params }) => {
    const { key, entry } = registeredKey(params.key);
    const stored = await values.find(key, null);
    const { active, source } = config.effectiveWith(stored ? [stored] : [], key);
    return {
      key,
      domain: domainOf(key),
      category: entry.category,
      type: entry.type,
      description: entry.description,
      value: masked(entry, active),
      default: masked(entry, entry.default),
      source,
      envOnly: entry.envOnly ?? false,
      sensitive: entry.sensitive ?? false,
      version: stored?.version ?? 0,
      updatedAt: stored?.updatedAt.toISOString() ?? null,
      updatedBy: stored?.updatedBy ?? null,
    };
  });
