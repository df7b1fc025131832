import { METRICS_TYPE } from "#libs/platform/operations/process-server.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BuiltInRoute } from "./built-in-route.ts";

/** The metrics on the main port, for test systems. */
export function metricsRoute({ metrics }: Pick<Runtime, "metrics">): BuiltInRoute {
  return {
    method: "GET",
    pattern: "/metrics",
    summary: "Metrics for Prometheus",
    contentType: METRICS_TYPE,
    respond: async () => ({ status: 200, body: await metrics.render(), contentType: METRICS_TYPE }),
  };
}
