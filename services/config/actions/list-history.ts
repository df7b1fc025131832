import { implement } from "#libs/contract-kit/implement.ts";
import { listConfigHistory } from "#libs/contracts/config.ts";
import { auditView } from "../audit-view.ts";
import type { Deps } from "../deps.ts";
import { registeredKey } from "../registered-key.ts";

/** The audit log has the older ones. */
const MAX_ENTRIES = 200;

/** GET /admin/config/keys/{key}/history, newest first */
export const listHistoryAction = ({ audit }: Deps) =>
  implement(listConfigHistory, async ({ params }) => {
    const { key } = registeredKey(params.key);
    return (await audit.ofKey(key, MAX_ENTRIES)).map(auditView);
  });
