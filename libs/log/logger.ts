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

function shortError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
