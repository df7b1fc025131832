import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/**
 * JSON lines on standard output. Callers pass named facts, never whole requests, documents or errors with data: an error is
 * reduced to its name, message and stack.
 */
export function createLogger(level: string, base: Record<string, string> = {}): Logger {
  return pino({
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: shortError },
  });
}

/** The store quotes the values that a unique index has refused: an address, a name. They end where the lines of the stack begin. */
const REFUSED_VALUES = /dup key: \{[\s\S]*?(?=\n {4}at |$)/g;

function shortError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const { name, message, stack = "" } = error;
  return { name, message: withoutValues(message), stack: withoutValues(stack) };
}

function withoutValues(text: string): string {
  return text.replace(REFUSED_VALUES, "dup key");
}
