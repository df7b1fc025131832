import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { MessagesDeps } from "../deps.ts";

/** Measures the delay of the most overdue message: how long its expiry, and with it its refund, is late. */
export async function gaugeOverdue({ clock, messages, metrics }: Pick<MessagesDeps, "clock" | "messages" | "metrics">): Promise<void> {
  await refreshGauge(metrics.escrowOverdue, async () => {
    const now = clock.now();
    const dueAt = await messages.oldestOverdueAt(now);
    return dueAt ? (now.getTime() - dueAt.getTime()) / SECOND : 0;
  });
}
