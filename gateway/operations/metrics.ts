import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BuiltInRoute } from "./built-in-route.ts";

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the metrics on a port of their own, which is not public. Rejects when the port is taken. */
export async function startMetricsServer({ env, metrics }: Pick<Runtime, "env" | "metrics">): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      (text) => response.writeHead(200, { "Content-Type": METRICS_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(env.metricsPort, env.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The metrics beside the interface. */
export function metricsRoute({ metrics }: Pick<Runtime, "metrics">): BuiltInRoute {
  return {
    method: "GET",
    pattern: "/metrics",
    summary: "Metrics for Prometheus",
    contentType: METRICS_TYPE,
    respond: async () => ({ status: 200, body: await metrics.render(), contentType: METRICS_TYPE }),
  };
}
