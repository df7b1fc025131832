import { implement } from "#libs/contract-kit/implement.ts";
import { listOrphans } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { orphanView } from "../views/config-entry-view.ts";

/** GET /admin/config/orphans: overrides of keys that are no longer in the registry, one per key: the global one, else any. */
export const listOrphansAction = ({ values }: Pick<Deps, "values">) =>
  implement(listOrphans, async () => {
    const byKey = Map.groupBy(await values.listUnregistered(), ({ key }) => key);
    return [...byKey.values()].flatMap((overrides) => overrides.find(({ scope }) => !scope) ?? overrides.slice(0, 1)).map(orphanView);
  });
