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
import { aliasesOf, type Endpoint } from "./routing/endpoints.ts";
import { routesOf } from "./routing/routes.ts";

const SERVICE = "gateway";
/** Actions that the gateway calls for itself, besides those of its routes. */
const OWN_CALLS: readonly ActionContract[] = [getPublicKeys, listRevokedSessions, getAdminSession, issueTrackingToken];

export interface GatewayOptions extends GatewayServerOptions {
  /** All contracts of the system when absent. */
  readonly contracts?: readonly ActionContract[];
}

/** The HTTP interface: contracts declare the routes, a radix tree finds the route of a request, and the pipeline responds. */
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
      // Routes must not be changed over the bus.
      listAliases: false,
      addRoute: false,
      removeRoute: false,
      // `routing/find-endpoint.ts` is the only router.
      rest: false,
    },
    events: {
      [HINTS.sessionsRevoked.name]({ params }: Context<unknown>) {
        deps.revokedSessions.applyHint(params);
        deps.adminSessions.applyHint(params);
      },
      [HINTS.sessionProven.name]: ({ params }: Context<unknown>) => deps.adminSessions.applyHint(params),
      [HINTS.revocationCount.name]: ({ params }: Context<unknown>) => deps.revokedSessions.applyCount(params),
      [HINTS.configChanged.name]: ({ params }: Context<unknown>) => deps.responseCache.applySettingsHint(params),
      [HINTS.contentRevision.name]: ({ params }: Context<unknown>) => deps.responseCache.applyContentHint(params),
      [HINTS.streamNews.name]: ({ params }: Context<unknown>) => deps.streams.applyHint(params),
      [HINTS.overviewChanged.name]: () => deps.streams.applyOverviewHint(),
      [HINTS.staffActed.name]: ({ params }: Context<unknown>) => deps.streams.applyStaffAct(params),
      ...Object.fromEntries(
        [HINTS.messageChanged, HINTS.payoutChanged, HINTS.ticketChanged].map(({ name }) => [
          name,
          ({ params }: Context<unknown>) => deps.streams.applyChange(params),
        ]),
      ),
    },
    created(this: Service) {
      deps.services.bind(this.broker, calls);
      server.bind(this.broker);
    },
    async started(this: Service) {
      Object.assign(this.metadata, await server.listen());
    },
    stopped: () => server.stop(),
  };
}

/** moleculer-web runs no server and routes nothing: it only lists the endpoints. */
function routerSettings(endpoints: readonly Endpoint[]): ServiceSettingSchema {
  const settings = {
    $secureSettings: ["routes"],
    server: false,
    logRouteRegistration: null,
    routes: [{ path: "/", aliases: aliasesOf(endpoints), mappingPolicy: "restrict", pathToRegexpOptions: { sensitive: true } }],
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
