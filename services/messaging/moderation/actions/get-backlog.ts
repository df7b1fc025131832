import { implement } from "#libs/contract-kit/implement.ts";
import { getBacklog } from "#libs/contracts/staff-reads.ts";
import { outboxState } from "#libs/platform/events/outbox-state.ts";
import type { ModerationDeps } from "../deps.ts";

/** Internal: for the overview of the console. */
export const getBacklogAction = (deps: Pick<ModerationDeps, "outbox" | "clock" | "messages" | "appeals" | "reports">) =>
  implement(getBacklog.messaging, async () => {
    const [outbox, moderation, appeals, reports] = await Promise.all([
      outboxState(deps),
      deps.messages.quarantined(),
      deps.appeals.waiting(),
      deps.reports.waiting(),
    ]);
    return { outbox, moderation, appeals, reports };
  });
