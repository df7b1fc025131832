import type { IncomingHttpHeaders } from "node:http";
import { uuid } from "#libs/kernel/ids.ts";

const ACCEPTED = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's `X-Request-Id` or `X-Correlation-Id`, the first that is harmless, else a fresh id. */
export function correlationIdOf(headers: IncomingHttpHeaders): string {
  const sent = [headers["x-request-id"], headers["x-correlation-id"]];
  return sent.find((id) => typeof id === "string" && ACCEPTED.test(id))?.toString() ?? uuid();
}
