import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { MessagesDeps } from "../deps.ts";

/** Shows how long the message that should have expired first has waited for it, and with it for its refund. */
export async function gaugeOverdue({ clock, messages, metrics }: Pick<MessagesDeps, "clock" | "messages" | "metrics">): Promise<void> {
  await refreshGauge(metrics.escrowOverdue, async () => {
    const now = clock.now();
    const dueAt = await messages.oldestOverdueAt(now);
    return dueAt ? (now.getTime() - dueAt.getTime()) / SECOND : 0;
  });
}
