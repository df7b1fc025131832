import { implement } from "#libs/contract-kit/implement.ts";
import { listScopedConfig } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { requireKey } from "../keys/check-value.ts";
import { scopedOverrideView } from "../views/config-entry-view.ts";

/** GET /admin/config/keys/{key}/scoped */
export const listScopedAction = ({ values }: Pick<Deps, "values">) =>
  implement(listScopedConfig, async ({ params }) => {
    const { key, entry } = requireKey(params.key);
    const overrides = (await values.listByKey(key)).flatMap((stored) => {
      const view = scopedOverrideView(entry, stored);
      return view ? [view] : [];
    });
    return overrides.toSorted((a, b) => (`${a.scope} ${a.scopeValue}` < `${b.scope} ${b.scopeValue}` ? -1 : 1));
  });
