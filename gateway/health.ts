import type { ServiceBroker } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { RevokedSessions } from "./pipeline/revoked-sessions.ts";
import type { Route } from "./routes.ts";

export type CheckReady = () => Promise<void>;

/**
 * Whether this gateway can serve: it is not on its way up or down, the bus is connected, every service of a route is there,
 * settings and kill switches are known, and the account service has lately read its database for us. The counter store is not
 * asked: without it limits count in this process. Throws SERVICE_UNAVAILABLE with what is missing.
 */
export function readiness(runtime: Runtime, broker: ServiceBroker, routes: readonly Route[], sessions: RevokedSessions): CheckReady {
  const actionOfEach = new Map(routes.map(({ contract }) => [contract.name.split(".")[0] ?? "", contract.name]));
  return async () => {
    const missing: string[] = [];
    if (!broker.started) missing.push("gateway");
    if (broker.transit && !broker.transit.connected) missing.push("bus");
    for (const [service, action] of actionOfEach) {
      if (!broker.registry.getActionEndpoints(action)?.hasAvailable()) missing.push(service);
    }
    if (actionOfEach.has("config") && runtime.config.revision() === "") missing.push("settings");
    if (!sessions.isFresh()) missing.push("sessions");
    if (missing.length === 0) return;
    throw new AppError(
      "error.service_unavailable",
      {},
      missing.map((part) => ({ message: `${part} is not available` })),
    );
  };
}
