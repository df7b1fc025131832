import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigDomains } from "#libs/contracts/config/index.ts";
import { configDomains } from "#libs/platform/config/keys/index.ts";

/** GET /admin/config/domains */
export const listDomainsAction = () =>
  implement(listConfigDomains, async () =>
    Object.entries(configDomains).map(([domain, keys]) => {
      const entries = Object.values(keys);
      return { domain, categoryCount: new Set(entries.map(({ category }) => category)).size, configCount: entries.length };
    }),
  );
