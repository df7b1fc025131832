import { implement } from "#libs/contract-kit/implement.ts";
import { getConfigChange } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";

/** Internal: the value that a change set, from its audit entry. */
export const getChangeAction = ({ configAudit }: Pick<Deps, "configAudit">) =>
  implement(getConfigChange, async ({ params }) => {
    const entry = await configAudit.find(params.changeId);
    return entry ? { found: true, key: entry.key, value: entry.newValue } : { found: false, key: "", value: null };
  });
