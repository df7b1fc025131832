import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import type { Logger } from "pino";
import type { Tracer } from "#libs/contract-kit/tracing.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { Tracing } from "#libs/platform/env/env.ts";

/** Longest time that a stopping process waits until its last spans are sent. */
const FLUSH_MS = 1_000;
/** Longest attempt to send spans, in milliseconds; further spans wait in memory, at most 2,048 of them. */
const SEND_MS = 5_000;
const TRACES_PATH = "/v1/traces";
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export interface OtlpTracer extends Tracer {
  /** Sends the waiting spans, for a second at most. Never fails. */
  stop(): Promise<void>;
}

/** Records spans and sends them to a receiver of OTLP. @param process its name, for the receiver */
export function otlpTracer({ endpoint, sampleRatio }: Tracing, process: string, logger: Logger): OtlpTracer {
  const url = `${endpoint.replace(/\/$/, "")}${TRACES_PATH}`;
  const exporter = reportingOnce(new OTLPTraceExporter({ url, timeoutMillis: SEND_MS }), logger);
  // Not registered globally: only this file knows OpenTelemetry.
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": process }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: SEND_MS })],
  });
  const tracer = provider.getTracer("creator-monetization-platform");
  return {
    start({ name, kind, attributes = {} }, parent) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent === null ? ROOT_CONTEXT : contextOf(parent));
      if (!span.isRecording()) return null;
      const { traceId, spanId } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-01`,
        end(failed) {
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () =>
      withDeadline(
        provider.shutdown().catch(() => undefined),
        FLUSH_MS,
        () => undefined,
      ),
  };
}

function contextOf(traceparent: string) {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}

/** Logs once when export starts failing and once when it recovers. */
function reportingOnce(exporter: SpanExporter, logger: Logger): SpanExporter {
  let arrive = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const arrived = result.error === undefined;
        if (arrive && !arrived)
          logger.warn({ reason: result.error?.name }, "traces not sent; spans are dropped until the receiver answers");
        if (!arrive && arrived) logger.info("traces are sent again");
        arrive = arrived;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
