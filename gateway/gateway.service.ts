import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Service, ServiceBroker, ServiceSchema, ServiceSettingSchema } from "moleculer";
import ApiGateway from "moleculer-web";
import { HINTS } from "#libs/contracts/hints.ts";
import { allContracts } from "#libs/contracts/index.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { frontDoor } from "./front-door.ts";
import type { GatewayOptions } from "./options.ts";
import { aliasesOf, type RouterRequest } from "./router-aliases.ts";
import { API_PREFIX, routesOf } from "./routes.ts";

const SERVICE = "gateway";

/** What moleculer-web adds to a service. */
interface Router {
  httpHandler(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The HTTP interface: every route is derived from the contracts, moleculer-web finds it, the pipeline answers it. */
export function gatewayService(runtime: Runtime, options: GatewayOptions = {}): ServiceSchema {
  const door = frontDoor(runtime, routesOf(options.contracts ?? allContracts), options);
  return {
    name: SERVICE,
    mixins: [ApiGateway],
    metadata: {},
    settings: routerSettings([
      { name: "api", path: API_PREFIX, aliases: aliasesOf(door.apiPlaces, API_PREFIX) },
      { name: "root", path: "/", aliases: aliasesOf(door.rootPlaces, "") },
    ]),
    // Routes are changed by nobody, least of all over the bus.
    actions: { listAliases: false, addRoute: false, removeRoute: false },
    events: {
      [HINTS.sessionsRevoked]: (context: Context<unknown>) => door.hintRevoked(context.params),
      [HINTS.streamNews]: (context: Context<unknown>) => door.hintNews(context.params),
    },
    methods: {
      /** The query is read where the contract is known; the router needs the path only. */
      parseQueryString: ({ url = "" }: IncomingMessage) => ({ query: {}, url: url.split("?", 1)[0] }),
      errorHandler: (request: RouterRequest, _response: ServerResponse, error: unknown) => door.refuse(request, error),
      send404: (request: RouterRequest) => door.refuseUnrouted(request),
    },
    created(this: Service) {
      const router = this as Service & Router;
      door.open(this.broker, (request, response) => void router.httpHandler(request, response));
    },
    async started(this: Service) {
      Object.assign(this.metadata, await door.listen());
    },
    stopped: () => door.close(),
  };
}

/** Nothing of the router is on that the pipeline does itself: no body parser, no merging of parameters, no calls by action name. */
function routerSettings(routes: readonly object[]): ServiceSettingSchema {
  const strict = {
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
    // The server waits for requests in flight itself, after it stopped to listen.
    rootCallOptions: { tracking: false },
    routes: routes.map((route) => ({ ...strict, ...route })),
  };
  return settings;
}

/** Port on which the gateway of a broker listens. Throws when there is none. */
export function gatewayPort(broker: ServiceBroker): number {
  const { port } = broker.getLocalService(SERVICE)?.metadata ?? {};
  if (typeof port !== "number") throw new Error("no gateway listens here");
  return port;
}
