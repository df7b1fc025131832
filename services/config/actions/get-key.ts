import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigKey } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { requireKey } from "../keys/check-value.ts";
import { requireReader } from "../keys/require-access.ts";
import { configEntryView } from "../views/config-entry-view.ts";

/**
 * GET /admin/config/keys/{key}. Read from the database, so that the next call sees a change of another process. Gateways cache the
 * response.
 */
export const getKeyAction = ({ values, config }: Deps) =>
  implement(getConfigKey, async ({ params, caller }) => {
    const { key } = requireKey(params.key);
    requireReader(caller, key);
    return configEntryView(config, key, await values.find(key, null));
  });
