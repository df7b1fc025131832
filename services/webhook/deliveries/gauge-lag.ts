import { SECOND } from "#libs/kernel/clock.ts";
import { refreshGauge } from "#libs/platform/metrics/refresh-gauge.ts";
import type { Deps } from "../deps.ts";

/** Shows how long the delivery that is most overdue has waited. One of an endpoint that is off or paused waits for that endpoint, and all of them for staff while webhooks are switched off. */
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
