import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { Locale, Platform } from "#libs/contracts/shared.ts";

/** One request and what is known of it. Its route and its caller become known on the way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly correlationId: string;
  /** Path as it was sent, still encoded; the router rewrites `request.url`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The visitor's address (spec 4.5); never logged, never stored as it is. */
  readonly address: string;
  /** Two upper-case letters, as the delivery network says. */
  readonly country: string | null;
  /** Name of the city, as the delivery network says. */
  readonly city: string | null;
  readonly platform: Platform;
  readonly locale: Locale;
  /** The client asked for the head of the answer only. */
  readonly bodiless: boolean;
  /** `performance.now()` of the arrival. */
  readonly startedAt: number;
  /** Pattern of the route, for logs and metrics; null until one is found. */
  route: string | null;
  caller: Caller | null;
}
