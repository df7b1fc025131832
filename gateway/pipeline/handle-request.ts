import type { IncomingHttpHeaders } from "node:http";
import { parseCookie } from "cookie";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { beginTrace } from "#libs/contract-kit/tracing.ts";
import { REFRESH_COOKIE } from "#libs/contracts/account/shapes.ts";
import { heldPermissions, requireCaller } from "../authentication/authorize.ts";
import { identifyCaller } from "../authentication/identify-caller.ts";
import type { Deps } from "../deps.ts";
import { readDocument } from "../request/document-body.ts";
import { readBytes, readJsonBody } from "../request/json-body.ts";
import { readPicture } from "../request/picture-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { ParamSources } from "../request/request-params.ts";
import { unlessKnown, withEntityTag } from "../response/entity-tag.ts";
import { errorResponse } from "../response/error-envelope.ts";
import { type HttpResponse, sendResponse } from "../response/response.ts";
import { withFraming } from "../response/security-headers.ts";
import { successResponse } from "../response/success-envelope.ts";
import type { PathParams } from "../routing/endpoints.ts";
import type { Route } from "../routing/routes.ts";
import { lastingAdmission } from "../stream/stream-session.ts";
import { idempotencyKeyOf, runOnce } from "./idempotency.ts";
import { respondInParts, withLaterParts } from "./in-parts.ts";
import { countRequest } from "./rate-limit.ts";
import { entryChecks } from "./require-entry.ts";
import { checkedParams, runRoute } from "./run-route.ts";
import { sendTable, wantsTable } from "./send-table.ts";

type HandleRequest = (context: RequestContext, route: Route, pathParams: PathParams) => Promise<void>;

/** Handles requests of routes. Each request passes the same steps in the same order: see `respond`. */
export function requestHandler(deps: Deps): HandleRequest {
  const { runtime, adminSessions, streams, admission } = deps;
  const identifyDeps = { ...deps, clock: runtime.clock };
  const { requireEntry, requireEntryAgain } = entryChecks(deps);

  /** Resolves to null when the response is a stream that is now open. */
  const respond = async (context: RequestContext, route: Route, pathParams: PathParams): Promise<HttpResponse | null> => {
    const { headers } = context.request;
    const { http } = route.contract;
    const [body, bodyError] = await outcomeOf(bodyOf(context, route));
    // Only after the body: a connection with an unread body cannot be reused.
    if (!http.stream) admission?.requireRoom(context.workClass);
    const identity = await identifyCaller(headers, identifyDeps);
    // Before the count: the credentials of an ended session count for the network.
    const [caller, callerError] = await outcomeOf(requireCaller(http, identity, headers, adminSessions));
    const limitError = await countRequest(runtime, route, caller, context, refreshTokenOf(headers, body));
    // Requests with an unreadable body count as well, but get the error of the body.
    if (!body) throw bodyError;
    if (limitError) throw limitError;
    if (callerError) throw callerError;
    requireEntry(context, route, identity, caller);
    // Last, because decoding a picture is dear: the checks above have let this caller send one.
    if (http.upload === "picture") context.picture = await readPicture(context.request, runtime.config);
    const document = http.upload === "document" ? await readDocument(context.request, runtime.config) : null;
    const key = idempotencyKeyOf(route, headers["idempotency-key"], context.caller);
    const sources: ParamSources = { pathParams, query: context.query, body, idempotencyKey: key };
    if (http.stream) {
      await streams.open(context, route, checkedParams(route, sources, context), identity.adminCookie);
      return null;
    }
    if (wantsTable(route, context.query)) {
      const stays = lastingAdmission(deps, context, route, identity.adminCookie);
      await sendTable(deps, context, route, checkedParams(route, sources, context), stays);
      return null;
    }
    const runWhole = async () => {
      if (http.upload) await requireEntryAgain(context, route);
      return respondByRoute(deps, context, route, sources);
    };
    const run = document ? () => respondInParts(context, document, runWhole) : runWhole;
    if (key === null || !context.caller) return run();
    const { replays } = runtime.counters;
    return runOnce({ replays, route, caller: context.caller, sources, key, secret: runtime.env.secrets.pseudonymKey }, run);
  };

  return async (context, route, pathParams) => {
    context.route = route.pattern;
    context.workClass = route.contract.class ?? "normal";
    try {
      const response = await traced(context, route, () => respond(context, route, pathParams));
      if (response) sendResponse(context, response);
    } catch (error) {
      sendResponse(context, errorResponse(error, context, runtime.logger));
    }
  };
}

/** Runs the steps of a request as the first span of its trace. A stream has none, because it stays open for hours. */
function traced<T extends HttpResponse | null>(
  { correlationId, traceparent }: RequestContext,
  route: Route,
  run: () => Promise<T>,
): Promise<T> {
  const { http } = route.contract;
  if (http.stream) return run();
  return beginTrace(
    { name: `${http.method} ${route.pattern}`, kind: "server" },
    { requestId: correlationId, traceparent },
    (own) => outsideActions(own, run),
    (response) => (response?.status ?? 0) >= 500,
  );
}

/**
 * Runs a route, or serves its response from the cache. An error of the action is a response, too. Throws 400 for parameters that the
 * contract refuses.
 */
async function respondByRoute(
  deps: Pick<Deps, "runtime" | "callAction" | "admission" | "responseCache">,
  context: RequestContext,
  route: Route,
  sources: ParamSources,
): Promise<HttpResponse> {
  const { runtime, admission, responseCache } = deps;
  const { http, class: workClass = "normal" } = route.contract;
  return runRoute(deps, context, route, sources, async (params, call) => {
    const make = async () => {
      const first = await (admission ? admission.run(workClass, call) : call());
      const result = http.bytes ? await withLaterParts(first, (part) => deps.callAction(context, route, { ...params, part })) : first;
      const response = withFraming(successResponse(route, result, context, runtime.clock.now()), http, runtime.config);
      return http.etag ? withEntityTag(response) : response;
    };
    try {
      const answer = await responseCache.answer(route.contract, params, heldPermissions(http, context.caller), make);
      return unlessKnown(answer, context.request.headers["if-none-match"]);
    } catch (error) {
      return errorResponse(error, context, runtime.logger);
    }
  });
}

/** The body, of methods that have one. */
async function bodyOf(context: RequestContext, { contract: { http } }: Route): Promise<Record<string, unknown>> {
  const { request } = context;
  if (http.rawBody) {
    context.rawBody = await readBytes(request);
    return {};
  }
  return http.method === "GET" || http.method === "DELETE" || http.ignoresBody || http.upload
    ? {}
    : readJsonBody(request, http.acceptsTextPlain);
}

/** The token of a refresh, from the body or from the cookie of a browser. */
function refreshTokenOf({ cookie = "" }: IncomingHttpHeaders, body: Readonly<Record<string, unknown>> | null): string | null {
  const given = body?.refreshToken ?? parseCookie(cookie)[REFRESH_COOKIE];
  return typeof given === "string" ? given : null;
}

async function outcomeOf<T>(work: Promise<T>): Promise<[T, null] | [null, unknown]> {
  try {
    return [await work, null];
  } catch (error) {
    return [null, error];
  }
}
