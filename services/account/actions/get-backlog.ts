import { implement } from "#libs/contract-kit/implement.ts";
import { MAX_COUNTED } from "#libs/contracts/config/index.ts";
import { getBacklog } from "#libs/contracts/staff-reads.ts";
import { outboxState } from "#libs/platform/events/outbox-state.ts";
import type { Deps } from "../deps.ts";

/** Internal: for the overview of the console. */
export const getBacklogAction = (deps: Pick<Deps, "outbox" | "clock" | "userLists">) =>
  implement(getBacklog.account, async () => {
    const [outbox, superAdmins] = await Promise.all([outboxState(deps), deps.userLists.countActive("SUPER_ADMIN", MAX_COUNTED)]);
    return { outbox, superAdmins };
  });
