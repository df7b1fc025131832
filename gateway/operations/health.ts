import type { ServiceBroker } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { RevokedSessions } from "../authentication/revoked-sessions.ts";
import { type HttpResponse, JSON_TYPE } from "../response/response.ts";
import type { Route } from "../routing/routes.ts";
import type { BuiltInRoute } from "./built-in-route.ts";

/** Degraded parts of a gateway that still serves. */
type Warnings = readonly { readonly part: string; readonly i18nKey: string }[];

/** Throws SERVICE_UNAVAILABLE with the missing parts unless the gateway is ready to serve. */
export type CheckReady = () => Promise<Warnings>;

/** Settings are published every second; after this long without any, the gateway may use outdated ones. */
const SETTINGS_SILENT_MS = 10 * SECOND;

/**
 * Checks whether the gateway may serve. It must have started, and the bus must be connected. Every service with a route needs a node, and
 * settings must be loaded. The account service must have answered from its database within the last seconds. The counter store is optional:
 * without it this process counts alone. So is the config service once settings are loaded: only money requests depend on it.
 */
export function readiness(
  { config }: Pick<Runtime, "config">,
  broker: ServiceBroker,
  routes: readonly Route[],
  revokedSessions: Pick<RevokedSessions, "isFresh">,
): CheckReady {
  /** Service → one of its actions. */
  const actions = new Map(routes.map(({ contract }) => [contract.name.split(".")[0] ?? "", contract.name]));
  return async () => {
    const missing: string[] = [];
    if (!broker.started) missing.push("gateway");
    if (broker.transit && !broker.transit.connected) missing.push("bus");
    for (const [service, action] of actions) {
      if (service === "config" && config.revision() !== "") continue;
      if (!broker.registry.getActionEndpoints(action)?.hasAvailable()) missing.push(service);
    }
    if (actions.has("config") && config.revision() === "") missing.push("settings");
    if (!revokedSessions.isFresh()) missing.push("sessions");
    const silentMs = config.silentMs();
    const areOld = Number.isFinite(silentMs) && silentMs >= SETTINGS_SILENT_MS;
    if (missing.length === 0) return areOld ? [{ part: "settings", i18nKey: "error.service_unavailable" }] : [];
    throw new AppError(
      "error.service_unavailable",
      {},
      missing.map((part) => ({ message: `${part} is not available` })),
    );
  };
}

export function healthRoutes(checkReady: CheckReady): readonly BuiltInRoute[] {
  return [
    {
      method: "GET",
      pattern: "/health/live",
      summary: "Whether the process runs",
      contentType: JSON_TYPE,
      respond: async () => success({ status: "live" }),
    },
    {
      method: "GET",
      pattern: "/health/ready",
      summary: "Whether every service can be reached",
      contentType: JSON_TYPE,
      async respond() {
        const warnings = await checkReady();
        return success(warnings.length > 0 ? { status: "degraded", warnings } : { status: "ready" });
      },
    },
  ];
}

function success(data: object): HttpResponse {
  return { status: 200, body: JSON.stringify({ success: true, data }) };
}
