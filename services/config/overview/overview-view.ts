import { type Overview, STAFF_QUEUES } from "#libs/contracts/config/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { isKillSwitch } from "#libs/policies/kill-switches.ts";
import type { KillSwitchDoc } from "../data/kill-switch.store.ts";
import { type Backlogs, type May, mayReadQueue, waitingIn } from "./backlogs.ts";

/** The queues of a reader, and since when the longest waiting item of each waits. */
export function queuesView(backlogs: Backlogs, may: May): Pick<Overview, "queues" | "oldest"> {
  const own = STAFF_QUEUES.filter((queue) => mayReadQueue(may, queue)).map((queue) => [queue, waitingIn(backlogs, queue)] as const);
  return {
    queues: Object.fromEntries(own.map(([queue, waiting]) => [queue, waiting?.count ?? null])),
    oldest: Object.fromEntries(own.map(([queue, waiting]) => [queue, waiting?.oldest ?? null])),
  };
}

export function moneyView({ wallet }: Backlogs): Overview["money"] {
  if (!wallet) return null;
  const { escrowHeld, audit } = wallet;
  return { currency: CURRENCY, escrowHeld, ledgerTotal: audit?.ledgerTotal ?? null, auditedAt: audit?.at ?? null };
}

type OutboxState = NonNullable<Overview["outbox"]>;

/** Of all services that have answered, and of this one. */
export function outboxView(backlogs: Backlogs, own: OutboxState): OutboxState {
  const states = [own, ...Object.values(backlogs).flatMap((backlog) => (backlog && "outbox" in backlog ? [backlog.outbox] : []))];
  return {
    pending: states.reduce((sum, { pending }) => sum + pending, 0),
    oldestSeconds: Math.max(...states.map(({ oldestSeconds }) => oldestSeconds)),
  };
}

export function switchesView(switches: readonly KillSwitchDoc[]): NonNullable<Overview["switches"]> {
  return switches.flatMap(({ _id: system, active, updatedAt, trippedBy }) =>
    active && isKillSwitch(system) ? [{ system, since: updatedAt.toISOString(), trippedBy }] : [],
  );
}

export function webhooksView({ webhook }: Backlogs): Overview["webhooks"] {
  return webhook ? { failing: webhook.failing } : null;
}
