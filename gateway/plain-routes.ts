import type { Logger } from "#libs/log/logger.ts";
import { type Answer, JSON_TYPE, sendAnswer } from "./answer.ts";
import { errorAnswer } from "./error-envelope.ts";
import type { Exchange } from "./exchange.ts";
import type { CheckReady } from "./health.ts";
import { METRICS_TYPE } from "./metrics-server.ts";

/** A route that the gateway answers itself, outside the pipeline. */
export interface PlainRoute {
  readonly method: "GET" | "POST";
  readonly pattern: string;
  readonly summary: string;
  /** Of a successful answer. */
  readonly contentType: string;
  answer(exchange: Exchange): Promise<Answer>;
}

function dataAnswer(data: unknown): Answer {
  return { status: 200, body: JSON.stringify({ success: true, data }) };
}

export function healthRoutes(checkReady: CheckReady): readonly PlainRoute[] {
  return [
    {
      method: "GET",
      pattern: "/health/live",
      summary: "Whether the process runs",
      contentType: JSON_TYPE,
      answer: async () => dataAnswer({ status: "live" }),
    },
    {
      method: "GET",
      pattern: "/health/ready",
      summary: "Whether every service can be reached",
      contentType: JSON_TYPE,
      async answer() {
        await checkReady();
        return dataAnswer({ status: "ready" });
      },
    },
  ];
}

export function metricsRoute(render: () => Promise<string>): PlainRoute {
  return {
    method: "GET",
    pattern: "/metrics",
    summary: "Numbers for Prometheus",
    contentType: METRICS_TYPE,
    answer: async () => ({ status: 200, body: await render(), contentType: METRICS_TYPE }),
  };
}

export async function handlePlain(exchange: Exchange, route: PlainRoute, logger: Logger): Promise<void> {
  exchange.route = route.pattern;
  try {
    sendAnswer(exchange, await route.answer(exchange));
  } catch (error) {
    sendAnswer(exchange, errorAnswer(error, exchange, logger));
  }
}
