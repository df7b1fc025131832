import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigKey } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";
import { entryView } from "../entry-view.ts";
import { registeredKey } from "../registered-key.ts";

/** GET /admin/config/keys/{key}: from the store, so that a change made elsewhere is seen at once. */
export const getKeyAction = ({ values, config }: Deps) =>
  implement(getConfigKey, async ({ params }) => {
    const { key } = registeredKey(params.key);
    return entryView(config, key, await values.find(key, null));
  });
