import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigChange } from "#libs/contracts/config.ts";
import type { Deps } from "../deps.ts";

/** Internal: what one change has set, from its audit entry. */
export const getChangeAction = ({ audit }: Pick<Deps, "audit">) =>
  implement(getConfigChange, async ({ params }) => {
    const entry = await audit.find(params.changeId);
    return entry ? { found: true, key: entry.key, value: entry.newValue } : { found: false, key: "", value: null };
  });
