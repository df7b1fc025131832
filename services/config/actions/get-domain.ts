import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigDomain } from "#libs/contracts/config/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { keysOfDomain } from "#libs/platform/config/keys/index.ts";
import type { Deps } from "../deps.ts";
import { listConfigEntries } from "../keys/list-config-entries.ts";

/** GET /admin/config/domains/{domain} */
export const getDomainAction = (deps: Deps) =>
  implement(getConfigDomain, async ({ params: { domain } }) => {
    const keys = keysOfDomain(domain);
    if (!keys) throw new AppError("config.error.domain_not_found", { domain });
    const byCategory = Map.groupBy(await listConfigEntries(deps, keys), ({ category }) => category);
    return { domain, categories: [...byCategory].map(([category, configs]) => ({ category, configs })) };
  });
