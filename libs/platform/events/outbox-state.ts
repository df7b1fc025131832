import { type Clock, SECOND } from "#libs/kernel/clock.ts";
import type { Outbox } from "./outbox.ts";

interface StateDeps {
  readonly outbox: Pick<Outbox, "pending" | "oldestPendingAt">;
  readonly clock: Clock;
}

/** The events that an outbox has not published yet: their number, and the age of the oldest. One query while there are none. */
export async function outboxState({ outbox, clock }: StateDeps): Promise<{ pending: number; oldestSeconds: number }> {
  const oldest = await outbox.oldestPendingAt();
  if (oldest === null) return { pending: 0, oldestSeconds: 0 };
  return { pending: await outbox.pending(), oldestSeconds: Math.max(0, clock.now().getTime() - oldest.getTime()) / SECOND };
}
