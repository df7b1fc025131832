import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { runningRequestId } from "#libs/contract-kit/running-action.ts";

export type { Logger } from "pino";

/**
 * JSON lines on standard output. Callers pass named values, never whole requests or documents; an error is reduced to its name, message and
 * stack. The correlation id of the running work is added automatically.
 */
export function createLogger(level: string, base: Record<string, string> = {}, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: requestIdField,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: shortError },
  };
  return destination ? pino(options, destination) : pino(options);
}

let readStack = (stack: string): string => stack;

/** Sets a function that rewrites the stacks of errors before they are written, for example from bundled to source lines. */
export function setStackReader(read: (stack: string) => string): void {
  readStack = read;
}

function requestIdField(): { requestId?: string } {
  const requestId = runningRequestId();
  return requestId === null ? {} : { requestId };
}

/**
 * The store quotes the values that a unique index refused, such as an address or a name. The quote ends where the lines of the stack begin.
 */
const REFUSED_VALUES = /dup key: \{[\s\S]*?(?=\n {4}at |$)/g;

function shortError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const { name, message, stack = "" } = error;
  return { name, message: withoutValues(message), stack: readStack(withoutValues(stack)) };
}

function withoutValues(text: string): string {
  return text.replace(REFUSED_VALUES, "dup key");
}
