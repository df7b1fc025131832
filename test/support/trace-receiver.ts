import { type Receiver, startReceiver, withStatus } from "../webhook/receiver.ts";

/** A received span. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly object[];
  readonly status: { readonly code: number };
  /** The process that recorded it. */
  readonly process: string;
}

interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ReceivedSpan, "process">[] }[];
  }[];
}

/** A receiver of OTLP over HTTP, with JSON. */
export interface TraceReceiver extends Receiver {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  spans(): readonly ReceivedSpan[];
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const receiver = await startReceiver();
  receiver.answer(withStatus(200));
  return {
    ...receiver,
    endpoint: `http://127.0.0.1:${receiver.port}`,
    spans: () =>
      receiver.received.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) => spansOf(JSON.parse(body) as ExportedSpans)),
  };
}

function spansOf({ resourceSpans }: ExportedSpans): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, process })));
  });
}

/** The names of the spans of a trace, with the process of each: `<process>: <name>`. */
export function namesOf(spans: readonly ReceivedSpan[], traceId: string | undefined): string[] {
  return spans.filter((span) => span.traceId === traceId).map(({ process, name }) => `${process}: ${name}`);
}
