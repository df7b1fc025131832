import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Env } from "#libs/platform/env/env.ts";
import type { Metrics } from "#libs/platform/metrics/metrics.ts";
import type { ProcessReport } from "./process-health.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface ProcessServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface Served {
  readonly metrics: Pick<Metrics, "render">;
  /** Whether every service of the process has started, and none stops. */
  isStarted(): boolean;
  report(): ProcessReport;
}

/**
 * Serves the metrics and the health of this process on a port of its own, which no client reaches. Rejects with the name of the variable
 * when the port is taken.
 */
export async function startProcessServer(
  { metricsHost, metricsPort }: Pick<Env, "metricsHost" | "metricsPort">,
  { metrics, isStarted, report }: Served,
): Promise<ProcessServer> {
  const health = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  const pages: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    "/metrics": (response) =>
      metrics.render().then(
        (text) => response.writeHead(200, { "Content-Type": METRICS_TYPE }).end(text),
        () => response.writeHead(500).end(),
      ),
    "/health/live": (response) => health(response, 200, { status: "live" }),
    "/health/startup": (response) =>
      isStarted() ? health(response, 200, { status: "started" }) : health(response, 503, { status: "starting" }),
    "/health/ready": (response) => {
      const current = report();
      const status = isStarted() ? current.status : "unavailable";
      health(response, status === "unavailable" ? 503 : 200, { ...current, status });
    },
  };
  const server = createServer((request, response) => {
    const page = request.method === "GET" && Object.hasOwn(pages, request.url ?? "") ? pages[request.url ?? ""] : undefined;
    if (page) page(response);
    else response.writeHead(404).end();
  });
  server.listen(metricsPort, metricsHost);
  await once(server, "listening").catch((error: Error) => {
    throw new Error(`METRICS_PORT: cannot listen on port ${metricsPort} of ${metricsHost}`, { cause: error });
  });
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
