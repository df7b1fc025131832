import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigKey } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { requireKey } from "../keys/check-value.ts";
import { configEntryView } from "../views/config-entry-view.ts";

/** GET /admin/config/keys/{key}: read from the database, so that a change in another process is visible to the next call; gateways keep the answer. */
export const getKeyAction = ({ values, config }: Deps) =>
  implement(getConfigKey, async ({ params }) => {
    const { key } = requireKey(params.key);
    return configEntryView(config, key, await values.find(key, null));
  });
