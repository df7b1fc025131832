import { createServer } from "node:http";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { listen } from "./http-server.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves the numbers on a port of their own, which is not for visitors. Rejects when the port is taken. */
export async function startMetricsServer({ env, metrics }: Runtime): Promise<MetricsServer> {
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
  const port = await listen(server, env.metricsPort, env.host);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
