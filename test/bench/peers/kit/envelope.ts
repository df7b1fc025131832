import { randomUUID } from "node:crypto";

/** The body of an answer. */
export function success(data: unknown): object {
  return { success: true, data };
}

/** The body of a refusal. */
export function failure(code: string, message: string, details?: readonly string[]): object {
  const shown = details ? { details: details.map((text) => ({ message: text })) } : {};
  return { success: false, error: { code, message, ...shown, correlationId: randomUUID() } };
}
