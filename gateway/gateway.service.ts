import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Service, ServiceBroker, ServiceSchema, ServiceSettingSchema } from "moleculer";
import ApiGateway from "moleculer-web";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { getAdminSession, getPublicKeys, listRevokedSessions } from "#libs/contracts/account/index.ts";
import { issueTrackingToken } from "#libs/contracts/analytics/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { BusParts } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { liveDeps } from "./deps.ts";
import { type GatewayServerOptions, gatewayServer } from "./http/gateway-server.ts";
import { aliasesOf, type Endpoint, type RouterRequest } from "./routing/endpoints.ts";
import { routesOf } from "./routing/routes.ts";

const SERVICE = "gateway";
/** What the gateway asks for itself; every route is a call besides. */
const OWN_CALLS: readonly ActionContract[] = [getPublicKeys, listRevokedSessions, getAdminSession, issueTrackingToken];

export interface GatewayOptions extends GatewayServerOptions {
  /** All contracts of the system when absent. */
  readonly contracts?: readonly ActionContract[];
}

/** What moleculer-web adds to a service. */
interface Router {
  httpHandler(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The HTTP interface: contracts declare the routes, moleculer-web finds the route of a request, the pipeline responds. */
export function gatewayService(runtime: Runtime, options: GatewayOptions = {}): ServiceSchema & BusParts {
  const deps = liveDeps(runtime);
  runtime.metrics.register([
    "httpRequests",
    "httpDuration",
    "rateLimited",
    ...(deps.admission ? (["httpInFlight", "httpShed"] as const) : []),
  ]);
  const contracts = options.contracts ?? allContracts;
  const server = gatewayServer(deps, routesOf(contracts), options);
  const calls = [...contracts.filter(({ http }) => http), ...OWN_CALLS];
  return {
    name: SERVICE,
    mixins: [ApiGateway],
    metadata: {},
    calls,
    settings: routerSettings(server.endpoints),
    actions: {
      // Nothing on the bus may change the routes.
      listAliases: false,
      addRoute: false,
      removeRoute: false,
      // The router runs every request as one action, a stream for as long as it is open; the admission bounds them by class.
      rest: { bulkhead: { enabled: false } },
    },
    events: {
      [HINTS.sessionsRevoked.name]({ params }: Context<unknown>) {
        deps.revokedSessions.applyHint(params);
        deps.adminSessions.applyHint(params);
      },
      [HINTS.revocationCount.name]: ({ params }: Context<unknown>) => deps.revokedSessions.applyCount(params),
      [HINTS.configChanged.name]: ({ params }: Context<unknown>) => deps.keptAnswers.applySettingsHint(params),
      [HINTS.contentRevision.name]: ({ params }: Context<unknown>) => deps.keptAnswers.applyContentHint(params),
      [HINTS.streamNews.name]: ({ params }: Context<unknown>) => deps.streams.applyHint(params),
    },
    methods: {
      /** The pipeline reads the query by the rules of the contract; the router needs the path only. */
      parseQueryString: ({ url = "" }: IncomingMessage) => ({ query: {}, url: url.split("?", 1)[0] }),
      errorHandler: (request: RouterRequest, _response: ServerResponse, error: unknown) => server.sendError(request, error),
      send404: (request: RouterRequest) => server.sendNotRouted(request),
    },
    created(this: Service) {
      const router = this as Service & Router;
      deps.services.bind(this.broker, calls);
      server.bind(this.broker, (request, response) => void router.httpHandler(request, response));
    },
    async started(this: Service) {
      Object.assign(this.metadata, await server.listen());
    },
    stopped: () => server.stop(),
  };
}

/** Switches off what the pipeline does itself: body parsing, merging of parameters, calls by action name, logs. */
function routerSettings(endpoints: readonly Endpoint[]): ServiceSettingSchema {
  const route = {
    path: "/",
    aliases: aliasesOf(endpoints),
    mappingPolicy: "restrict",
    mergeParams: false,
    bodyParsers: false,
    logging: false,
    pathToRegexpOptions: { sensitive: true },
  };
  const settings = {
    $secureSettings: ["routes", "rootCallOptions"],
    server: false,
    logRequest: null,
    logRequestParams: null,
    logResponse: null,
    logRouteRegistration: null,
    // The HTTP server waits for requests in flight after it has stopped listening.
    rootCallOptions: { tracking: false },
    routes: [route],
  };
  return settings;
}

/** Port on which the gateway of a broker listens. Throws when there is none. */
export function gatewayPort(broker: ServiceBroker): number {
  const { port } = broker.getLocalService(SERVICE)?.metadata ?? {};
  if (typeof port !== "number") throw new Error("the broker has no gateway");
  return port;
}

export default loadable(gatewayService);
