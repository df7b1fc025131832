import type { Middleware, ServiceBroker } from "moleculer";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { type HealthSources, type ProcessHealth, processHealth } from "./process-health.ts";
import { type ProcessServer, startProcessServer } from "./process-server.ts";
import { VITALS_JOB, vitalsReporter } from "./report-vitals.ts";

const ports = new WeakMap<ServiceBroker, number>();

/**
 * Serves the metrics and the health of a process from before its services start until after they have stopped. Meanwhile it reports the
 * vitals to the config service.
 */
export function operationsMiddleware(runtime: Runtime, { isBusAvailable }: Pick<HealthSources, "isBusAvailable">): Middleware {
  const vitals = vitalsReporter(runtime);
  let health: ProcessHealth | null = null;
  let server: ProcessServer | null = null;
  let started = false;
  return {
    name: "Operations",
    async starting(broker) {
      const ownHealth = processHealth(runtime, { isBusAvailable, clockSkew: vitals.clockSkew });
      health = ownHealth;
      server = await startProcessServer(runtime.env, {
        metrics: runtime.metrics,
        isStarted: () => started,
        report: () => ownHealth.report(),
      });
      ports.set(broker, server.port);
    },
    async started(broker) {
      started = true;
      const job = vitals.job(broker);
      runtime.jobs.add(job);
      // So that the config service knows of the process at once.
      void runtime.jobs.runNow(job.name);
    },
    async stopping() {
      started = false;
      await runtime.jobs.remove(VITALS_JOB);
    },
    async stopped() {
      health?.stop();
      await server?.stop();
    },
  };
}

/** The port on which the process of a broker serves its metrics and its health. Throws before the broker has begun to start. @internal */
export function metricsPortOf(broker: ServiceBroker): number {
  const port = ports.get(broker);
  if (port === undefined) throw new Error("the broker has not begun to start");
  return port;
}
