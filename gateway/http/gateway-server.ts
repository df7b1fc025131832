import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceBroker } from "moleculer";
import { outsideActions } from "#libs/contract-kit/running-action.ts";
import { WORK_CLASSES } from "#libs/contract-kit/work-class.ts";
import { listRevokedSessions } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import { ADAPT_MS } from "../admission/admission.ts";
import { factRoutes } from "../asyncapi/fact-routes.ts";
import type { Deps } from "../deps.ts";
import { descriptionRoutes } from "../openapi/description-routes.ts";
import { docsRoutes } from "../openapi/docs-routes.ts";
import { describeInterface } from "../openapi/document.ts";
import { indexRoute } from "../openapi/index-route.ts";
import { describesAdministration, type Scope } from "../openapi/scopes.ts";
import { type BuiltInRoute, handleBuiltIn } from "../operations/built-in-route.ts";
import { type CheckReady, healthRoutes, readiness } from "../operations/health.ts";
import { metricsRoute } from "../operations/metrics.ts";
import { requestHandler } from "../pipeline/handle-request.ts";
import { requireAdministrator } from "../pipeline/require-administrator.ts";
import { type AllowsOrigin, allowedOrigins } from "../request/allowed-origins.ts";
import { limitedNetworks } from "../request/client-location.ts";
import { type RequestContext, type RequestContexts, requestContexts } from "../request/request-context.ts";
import { setCorsHeaders } from "../response/cors.ts";
import { errorResponse } from "../response/error-envelope.ts";
import { sendResponse } from "../response/response.ts";
import { setSecurityHeaders } from "../response/security-headers.ts";
import type { Endpoint } from "../routing/endpoints.ts";
import { type Router, routerOf } from "../routing/find-endpoint.ts";
import type { Route } from "../routing/routes.ts";
import { loadPages } from "../site/load-pages.ts";
import type { ServePage } from "../site/serve-page.ts";
import { connectionCaps } from "./connection-caps.ts";
import { type HttpServer, hasOneHost, httpServer } from "./http-server.ts";
import { logRequest } from "./request-log.ts";

export interface GatewayServerOptions {
  /** Also serves the metrics on the main port. */
  readonly metricsOnMainPort?: boolean;
  /** For test systems: called before anything else; true when it has responded itself. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** The HTTP server, connected with the router and the pipeline. */
interface GatewayServer {
  /** All endpoints that the router finds. */
  readonly endpoints: readonly Endpoint[];
  /** Called once, before {@link listen}. */
  bind(broker: ServiceBroker): void;
  listen(): Promise<{ readonly port: number }>;
  stop(): Promise<void>;
}

interface Bound {
  readonly broker: ServiceBroker;
  readonly server: HttpServer;
  readonly checkReady: CheckReady;
}

export function gatewayServer(deps: Deps, routes: readonly Route[], options: GatewayServerOptions): GatewayServer {
  const { runtime, revokedSessions, streams } = deps;
  const { env, logger } = runtime;
  const keepAliveMs = () => runtime.config.read("gateway.keep_alive_seconds") * SECOND;
  const allowsOrigin = allowedOrigins(env);
  const contexts = requestContexts(env);
  let bound: Bound | null = null;
  let stopAdapting = () => undefined as void;
  let servesPage: ServePage = () => false;

  const parts = (): Bound => {
    if (!bound) throw new Error("the gateway has no broker yet");
    return bound;
  };
  const sendError = (context: RequestContext, error: unknown) => sendResponse(context, errorResponse(error, context, logger));

  const builtIn = builtInRoutes(deps, options, routes, () => parts().checkReady());
  const endpoints = [...routeEndpoints(deps, contexts, routes), ...builtIn.map((route) => builtInEndpoint(deps, contexts, route))];
  const router = routerOf(endpoints);

  return {
    endpoints,
    bind(broker) {
      const accept = (request: IncomingMessage, response: ServerResponse) => {
        if (options.intercept?.(request, response)) return;
        const context = contexts.create(request, response);
        prepareHeaders(context, env.production, allowsOrigin);
        logRequest(runtime, context);
        if (!hasOneHost(request)) return sendError(context, hostRequired());
        if (request.method === "OPTIONS") return sendAllowedMethods(context, router);
        // Node drops the body of a response to HEAD.
        if (request.method === "HEAD") request.method = "GET";
        outsideActions({ requestId: context.correlationId }, () => {
          try {
            const found = router.find(request.method ?? "", context.path);
            if (found) found.endpoint.handle(request, found.pathParams());
            else if (!servesPage(context)) throw notRouted(context, router);
          } catch (error) {
            sendError(context, error);
          }
        });
      };
      bound = {
        broker,
        server: httpServer(accept, { caps: connectionCaps(limitedNetworks(env)), keepAliveMs }),
        checkReady: readiness(runtime, broker, routes, revokedSessions),
      };
    },
    async listen() {
      const { broker, server } = parts();
      // Services in the same process cannot be called before the broker has started.
      const startPolling = () => revokedSessions.start(() => broker.registry.actions.isAvailable(listRevokedSessions.name));
      if (broker.started) startPolling();
      else broker.localBus.once("$broker.started", startPolling);
      streams.start();
      stopAdapting = adapting(deps);
      if (runtime.config.read("pages.enabled")) servesPage = await loadPages(deps, routes, router.methodsOf);
      return { port: await server.listen(env.port, env.host) };
    },
    async stop() {
      // The server waits for open responses, and a stream does not end by itself.
      streams.stop();
      stopAdapting();
      await bound?.server.stop();
      revokedSessions.stop();
    },
  };
}

/** 405 when the path has endpoints with other methods, else 404. */
function notRouted({ path, response }: RequestContext, { methodsOf }: Router): AppError {
  const allowed = methodsOf(path);
  if (allowed.length === 0) return new AppError("error.not_found");
  response.setHeader("Allow", allowed.join(", "));
  return new AppError("error.method_not_allowed");
}

/** Adapts the admission limits to the load at intervals. Returns the function that stops it. */
function adapting({ runtime, admission }: Pick<Deps, "runtime" | "admission">): () => void {
  if (!admission) return () => undefined;
  let lastAt = elapsedMs();
  const timer = setInterval(() => {
    const lagMs = elapsedMs() - lastAt - ADAPT_MS;
    lastAt = elapsedMs();
    admission.adapt(lagMs);
    for (const workClass of WORK_CLASSES) runtime.metrics.httpInFlight.set({ class: workClass }, admission.state(workClass).inFlight);
  }, ADAPT_MS).unref();
  return () => clearInterval(timer);
}

function routeEndpoints(deps: Deps, contexts: RequestContexts, routes: readonly Route[]): readonly Endpoint[] {
  const handle = requestHandler(deps);
  return routes.map((route) => ({
    method: route.contract.http.method,
    pattern: route.pattern,
    handle: (request, pathParams) => void handle(contexts.of(request), route, pathParams),
  }));
}

function builtInEndpoint({ runtime }: Deps, contexts: RequestContexts, route: BuiltInRoute): Endpoint {
  const { method, pattern } = route;
  return { method, pattern, handle: (request) => void handleBuiltIn(contexts.of(request), route, runtime.logger) };
}

/** Sets the headers of every response. */
function prepareHeaders({ request, response, correlationId }: RequestContext, production: boolean, allowsOrigin: AllowsOrigin): void {
  response.setHeader("X-Request-Id", correlationId);
  setSecurityHeaders(response, production);
  setCorsHeaders(request, response, allowsOrigin);
}

const hostRequired = () => new AppError("error.validation_failed", {}, [{ message: "one Host is required" }]);

/** In production only administrators may read about the administration. */
function builtInRoutes(
  deps: Deps,
  options: GatewayServerOptions,
  routes: readonly Route[],
  checkReady: CheckReady,
): readonly BuiltInRoute[] {
  const { runtime } = deps;
  const isRestricted = (scope: Scope) => runtime.env.production && describesAdministration(scope);
  const requireReader = async (scope: Scope, { request }: RequestContext) => {
    if (isRestricted(scope)) await requireAdministrator(deps, request.headers);
  };
  const metrics = options.metricsOnMainPort ? [metricsRoute(runtime)] : [];
  const operations = [...healthRoutes(checkReady), ...metrics, ...factRoutes(runtime.env.namespace), indexRoute(runtime)];
  const descriptions = descriptionRoutes(routes, operations, requireReader);
  const ownDescription = (scope: Scope) => descriptions.filter(({ pattern }) => pattern.endsWith(`/${scope}.json`));
  const describe = (scope: Scope) => describeInterface(scope, routes, [...operations, ...ownDescription(scope)]);
  return [...operations, ...descriptions, ...docsRoutes(describe, requireReader)];
}

/** Responds to OPTIONS on any path. The CORS headers hold the permission for a preflight. */
function sendAllowedMethods(context: RequestContext, { methodsOf }: Router): void {
  const allowed = methodsOf(context.path);
  sendResponse(context, { status: 204, body: "", headers: { Allow: [...allowed, "OPTIONS"].join(", ") } });
}
