import { configDomains } from "#libs/config/keys/index.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigDomains } from "#libs/contracts/config.ts";

/** GET /admin/config/domains */
export const listDomainsAction = () =>
  implement(listConfigDomains, async () =>
    Object.entries(configDomains).map(([domain, keys]) => {
      const entries = Object.values(keys);
      return { domain, categoryCount: new Set(entries.map(({ category }) => category)).size, configCount: entries.length };
    }),
  );
