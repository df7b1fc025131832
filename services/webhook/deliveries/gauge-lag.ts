import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";

/**
 * Measures the delay of the most overdue delivery. Deliveries to a disabled or paused endpoint do not count, because they wait for it.
 * While webhooks are switched off no delivery counts, because all wait for staff.
 */
export async function gaugeLag({
  clock,
  config,
  endpoints,
  metrics,
  queue,
}: Pick<Deps, "clock" | "config" | "endpoints" | "metrics" | "queue">): Promise<void> {
  await refreshGauge(metrics.webhookLag, async () => {
    if (config.isSwitchedOff("WEBHOOKS")) return 0;
    const now = clock.now();
    const served = (await endpoints.listEnabled()).filter(({ pausedUntil }) => !pausedUntil);
    const dueAt = await Promise.all(served.map(({ _id }) => queue.oldestDueAt(_id, now)));
    return Math.max(0, ...dueAt.map((at) => (at ? (now.getTime() - at.getTime()) / SECOND : 0)));
  });
}
