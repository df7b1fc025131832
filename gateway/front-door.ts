import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceBroker } from "moleculer";
import { adminCookies } from "#libs/contract-kit/admin-cookie.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { sendAnswer } from "./answer.ts";
import { arrival } from "./arrive.ts";
import { errorAnswer } from "./error-envelope.ts";
import type { Exchange } from "./exchange.ts";
import { type HandleRequest, requestHandler } from "./handle-request.ts";
import { readiness } from "./health.ts";
import { type HttpServer, httpServer, namesItsHost } from "./http-server.ts";
import { invoker } from "./invoke.ts";
import { type MetricsServer, startMetricsServer } from "./metrics-server.ts";
import { descriptionRoutes } from "./openapi/description-routes.ts";
import { docsRoutes } from "./openapi/docs-routes.ts";
import type { GatewayOptions } from "./options.ts";
import { accessTokens } from "./pipeline/access-tokens.ts";
import { adminSessions } from "./pipeline/admin-sessions.ts";
import { type RevokedSessions, revokedSessions } from "./pipeline/revoked-sessions.ts";
import { handlePlain, healthRoutes, metricsRoute, type PlainRoute } from "./plain-routes.ts";
import type { Place } from "./router-aliases.ts";
import { type MethodsOf, methodsOf, type Route } from "./routes.ts";
import { type Streams, streams } from "./stream/streams.ts";

/** Takes a request that has arrived to its place, or says that there is none. */
type FindPlace = (request: IncomingMessage, response: ServerResponse) => void;

export interface FrontDoor {
  readonly apiPlaces: readonly Place[];
  readonly rootPlaces: readonly Place[];
  /** Makes the parts that need the broker. */
  open(broker: ServiceBroker, findPlace: FindPlace): void;
  listen(): Promise<{ port: number; metricsPort: number | null }>;
  close(): Promise<void>;
  hintRevoked(payload: unknown): void;
  hintNews(payload: unknown): void;
  refuse(request: IncomingMessage, error: unknown): void;
  /** 405 when the path is known with other methods, else 404. */
  refuseUnrouted(request: IncomingMessage): void;
}

interface Opened extends Pick<FrontDoor, "hintRevoked"> {
  readonly broker: ServiceBroker;
  readonly handle: HandleRequest;
  readonly sessions: RevokedSessions;
  readonly streams: Streams;
  readonly server: HttpServer;
  readonly checkReady: () => Promise<void>;
}

/** Everything between the socket and the router, and between the router and the pipeline. */
export function frontDoor(runtime: Runtime, routes: readonly Route[], options: GatewayOptions): FrontDoor {
  const arrive = arrival(runtime);
  const exchanges = exchangeBook();
  let opened: Opened | null = null;
  let metricsServer: MetricsServer | null = null;

  const parts = (): Opened => {
    if (!opened) throw new Error("the gateway was not opened");
    return opened;
  };
  const refuse = (request: IncomingMessage, error: unknown) => {
    const exchange = exchanges.of(request);
    sendAnswer(exchange, errorAnswer(error, exchange, runtime.logger));
  };
  const contractPlace = (route: Route): Place => ({
    method: route.contract.http.method,
    pattern: route.pattern,
    answer: (request, pathParams) => void parts().handle(exchanges.of(request), route, pathParams),
  });
  const plainPlace = (route: PlainRoute): Place => ({
    method: route.method,
    pattern: route.pattern,
    answer: (request) => void handlePlain(exchanges.of(request), route, runtime.logger),
  });

  const plain = plainRoutes(runtime, options, routes, () => parts().checkReady()).map(plainPlace);
  const ofContracts = (root: boolean) => routes.filter(({ contract }) => (contract.http.root ?? false) === root).map(contractPlace);
  const [apiPlaces, rootPlaces] = [ofContracts(false), [...ofContracts(true), ...plain]];
  const methods = methodsOf([...apiPlaces, ...rootPlaces]);
  return {
    apiPlaces,
    rootPlaces,
    open(broker, findPlace) {
      const accept = (request: IncomingMessage, response: ServerResponse) => {
        if (options.intercept?.(request, response)) return;
        exchanges.add(request, arrive(request, response));
        if (!namesItsHost(request)) return refuse(request, hostless());
        if (request.method === "OPTIONS") return answerOptions(exchanges.of(request), methods);
        // The body of an answer to HEAD is dropped by the server.
        if (request.method === "HEAD") request.method = "GET";
        findPlace(request, response);
      };
      opened = openParts(runtime, routes, broker, httpServer(accept));
    },
    async listen() {
      const { broker, sessions, streams, server } = parts();
      // Services that start in the same process cannot be asked before the broker is up.
      if (broker.started) sessions.start();
      else broker.localBus.once("$broker.started", () => sessions.start());
      streams.start();
      metricsServer = await startMetricsServer(runtime);
      return { port: await server.listen(runtime.env.port, runtime.env.host), metricsPort: metricsServer.port };
    },
    async close() {
      // The server waits for answers under way, and these have no end of their own.
      opened?.streams.stop();
      await Promise.all([opened?.server.stop(), metricsServer?.stop()]);
      opened?.sessions.stop();
    },
    hintRevoked: (payload) => parts().hintRevoked(payload),
    hintNews: (payload) => parts().streams.hint(payload),
    refuse,
    refuseUnrouted(request) {
      const { path, response } = exchanges.of(request);
      const allowed = methods(path);
      if (allowed.length > 0) response.setHeader("Allow", allowed.join(", "));
      refuse(request, new AppError(allowed.length > 0 ? "error.method_not_allowed" : "error.not_found"));
    },
  };
}

function openParts(runtime: Runtime, routes: readonly Route[], broker: ServiceBroker, server: HttpServer): Opened {
  const sessions = revokedSessions(broker, runtime.clock, runtime.logger);
  const tokens = accessTokens(broker, runtime.clock);
  const admins = adminSessions(broker, runtime.clock);
  const cookies = adminCookies(runtime.env.secrets.callerSealKey);
  const invoke = invoker({ runtime, origin: broker });
  const open = streams({ runtime, invoke, sessions });
  return {
    broker,
    server,
    sessions,
    streams: open,
    hintRevoked(payload) {
      sessions.hint(payload);
      admins.hint(payload);
    },
    handle: requestHandler({ runtime, invoke, streams: open, tokens, sessions, adminSessions: admins, adminCookies: cookies }),
    checkReady: readiness(runtime, broker, routes, sessions),
  };
}

const hostless = () => new AppError("error.validation_failed", {}, [{ message: "one Host is required" }]);

/** What is known of the requests under way. */
function exchangeBook() {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  return {
    add: (request: IncomingMessage, exchange: Exchange) => void exchanges.set(request, exchange),
    of(request: IncomingMessage): Exchange {
      const exchange = exchanges.get(request);
      if (!exchange) throw new Error("a request that never arrived");
      return exchange;
    },
  };
}

function plainRoutes(
  { metrics }: Runtime,
  options: GatewayOptions,
  routes: readonly Route[],
  checkReady: () => Promise<void>,
): readonly PlainRoute[] {
  const answered = [...healthRoutes(checkReady), ...(options.metricsOnMainPort ? [metricsRoute(() => metrics.render())] : [])];
  return [...answered, ...descriptionRoutes(routes, answered), ...docsRoutes()];
}

/** A preflight is answered wherever it goes; permission is in the CORS headers, or missing there. */
function answerOptions(exchange: Exchange, methods: MethodsOf): void {
  const allowed = methods(exchange.path);
  sendAnswer(exchange, { status: 204, body: "", headers: { Allow: [...allowed, "OPTIONS"].join(", ") } });
}
