import { implement } from "#libs/contract-kit/implement.ts";
import { getBacklog } from "#libs/contracts/staff-reads.ts";
import { outboxState } from "#libs/platform/events/outbox-state.ts";
import type { Deps } from "../deps.ts";

/** Internal: for the overview of the console. */
export const getBacklogAction = (deps: Pick<Deps, "outbox" | "clock" | "endpoints">) =>
  implement(getBacklog.webhook, async () => {
    const [outbox, { count, since }] = await Promise.all([outboxState(deps), deps.endpoints.failing()]);
    return { outbox, failing: count, failingSince: since?.toISOString() ?? null };
  });
