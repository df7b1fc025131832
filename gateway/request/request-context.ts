import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { WorkClass } from "#libs/contract-kit/work-class.ts";
import { type Locale, PLATFORMS, type Platform } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import { type ClientLocation, clientLocator } from "./client-location.ts";
import type { DocumentPart } from "./document-body.ts";
import type { SquarePicture } from "./picture-body.ts";

/** A request with its response and the data derived from it. */
export interface RequestContext extends ClientLocation {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly correlationId: string;
  /** Path as the client sent it, still encoded; the router rewrites `request.url`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly platform: Platform;
  readonly locale: Locale;
  /** True for HEAD: the client wants the headers only. */
  readonly isHead: boolean;
  /** `performance.now()` when the request arrived. */
  readonly startedAt: number;
  /** Pattern of the route, for logs and metrics; null until the router has found one. */
  route: string | null;
  /** The class whose concurrency limit applies. */
  workClass: WorkClass;
  /** The authenticated caller; null until the pipeline has identified one, and for anonymous requests. */
  caller: Caller | null;
  /** The decoded picture of the body; null until it is read, and for other routes. */
  picture: SquarePicture | null;
  /** The part of the document in the body that is being sent; null for other routes. */
  document: DocumentPart | null;
  /** The bytes of the body; null until they are read, and for other routes. */
  rawBody: Buffer | null;
  /** Position of the request in the current window of its network's limit, or in proportion of its IPv6 site's; null until it is counted. */
  requestsInWindow: number | null;
}

/** The contexts of the requests in flight. */
export interface RequestContexts {
  create(request: IncomingMessage, response: ServerResponse): RequestContext;
  /** Throws for a request without a context. */
  of(request: IncomingMessage): RequestContext;
}

export function requestContexts(env: Pick<Env, "trustedProxies" | "cdnProxies" | "edgeHeaders">): RequestContexts {
  // Not in a WeakMap: its entries would double the garbage collection time of a context.
  const key = Symbol("context");
  type KnownRequest = IncomingMessage & { [key]?: RequestContext };
  const locate = clientLocator(env);
  return {
    create(request, response) {
      const context = createRequestContext(request, response, locate(request));
      (request as KnownRequest)[key] = context;
      return context;
    },
    of(request: KnownRequest) {
      const context = request[key];
      if (!context) throw new Error("the request has no context");
      return context;
    },
  };
}

function createRequestContext(request: IncomingMessage, response: ServerResponse, location: ClientLocation): RequestContext {
  const url = request.url ?? "";
  const queryStart = url.indexOf("?");
  return {
    request,
    response,
    correlationId: correlationIdOf(request.headers),
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    query: new URLSearchParams(queryStart < 0 ? "" : url.slice(queryStart + 1)),
    ...location,
    picture: null,
    document: null,
    rawBody: null,
    requestsInWindow: null,
    platform: platformOf(request.headers["x-client-platform"]),
    locale: pickLocale(request.headers["accept-language"]),
    isHead: request.method === "HEAD",
    startedAt: performance.now(),
    route: null,
    workClass: "normal",
    caller: null,
  };
}

const VALID_CORRELATION_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** The client's `X-Request-Id`, else its `X-Correlation-Id`, else a new id. Invalid ids are ignored. */
function correlationIdOf(headers: IncomingHttpHeaders): string {
  const sent = [headers["x-request-id"], headers["x-correlation-id"]];
  return sent.find((id) => typeof id === "string" && VALID_CORRELATION_ID.test(id))?.toString() ?? uuid();
}

function platformOf(header: string | string[] | undefined): Platform {
  const name = String(header ?? "").toUpperCase();
  return PLATFORMS.find((platform) => platform === name) ?? "WEB";
}
