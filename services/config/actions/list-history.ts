import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigHistory, MAX_HISTORY_ENTRIES } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";
import { requireKey } from "../keys/check-value.ts";
import { auditEntryView } from "../views/audit-view.ts";

/** GET /admin/config/keys/{key}/history, newest first */
export const listHistoryAction = ({ configAudit }: Deps) =>
  implement(listConfigHistory, async ({ params }) => {
    const { key } = requireKey(params.key);
    return (await configAudit.listByKey(key, MAX_HISTORY_ENTRIES)).map(auditEntryView);
  });
