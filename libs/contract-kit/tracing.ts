import { AppError } from "#libs/errors/app-error.ts";
import type { Origin } from "./running-action.ts";

/** A part of a trace. Names and attributes come from contracts, routes and jobs and never contain user input. */
export interface SpanStart {
  readonly name: string;
  /** The trigger: a request (server), an event (consumer), an outgoing call (client), or the process itself (internal). */
  readonly kind: "server" | "consumer" | "client" | "internal";
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface Span {
  /** Passed on to the receiver that continues the trace. */
  readonly traceparent: string;
  end(failed: boolean): void;
}

/** Records the spans of a process. */
export interface Tracer {
  /**
   * Null when this trace is not recorded.
   * @param parent a valid `traceparent`; null begins a trace
   */
  start(span: SpanStart, parent: string | null): Span | null;
}

/** Work inside a trace. It receives its origin, which holds its position in the trace. */
type TracedWork<T> = (origin: Origin) => Promise<T>;
/** Whether a result is a failure of ours. */
type IsFailure<T> = (result: T) => boolean;

let tracer: Tracer | null = null;

/** Sets the tracer of this process, or null for none; at start and stop. */
export function setTracer(recorder: Tracer | null): void {
  tracer = recorder;
}

/** Runs work that begins a trace or continues that of its origin, such as a request or the run of a job. */
export async function beginTrace<T>(span: SpanStart, origin: Origin, work: TracedWork<T>, isFailure?: IsFailure<T>): Promise<T> {
  const parent = validTraceparent(origin.traceparent);
  return tracer
    ? recorded(tracer.start(span, parent), origin, work, isFailure)
    : work({ requestId: origin.requestId, traceparent: parent ?? undefined });
}

/** Runs work as a part of the trace of its origin, if it has one: an action, an event handler, a delivery. */
export async function continueTrace<T>(span: SpanStart, origin: Origin, work: TracedWork<T>, isFailure?: IsFailure<T>): Promise<T> {
  const parent = validTraceparent(origin.traceparent);
  return parent === null ? work({ requestId: origin.requestId }) : beginTrace(span, origin, work, isFailure);
}

async function recorded<T>(span: Span | null, origin: Origin, work: TracedWork<T>, isFailure: IsFailure<T> = () => false): Promise<T> {
  let failed = true;
  try {
    const result = await work({ requestId: origin.requestId, traceparent: span?.traceparent });
    failed = isFailure(result);
    return result;
  } catch (error) {
    // A refusal is an answer to the caller.
    failed = !(error instanceof AppError && error.code < 500);
    throw error;
  } finally {
    span?.end(failed);
  }
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A `traceparent` as W3C Trace Context, version 00, defines it; else null. Dropping any other text stops unchecked input here. */
function validTraceparent(text: unknown): string | null {
  return typeof text === "string" && TRACEPARENT.test(text) ? text : null;
}
