import type { Middleware, ServiceSchema } from "moleculer";
import { ServiceBroker } from "moleculer";
import { configSync } from "#libs/config/config-sync.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import { trustSeal } from "#libs/contract-kit/implement.ts";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { durableMiddleware } from "#libs/events/durable-middleware.ts";
import { jobsMiddleware } from "#libs/jobs/jobs-middleware.ts";
import { storeUnavailableMiddleware } from "#libs/mongo/store-unavailable.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import brokerOptions from "../../moleculer.config.ts";
import { brokerLog } from "./broker-log.ts";
import { busWatchMiddleware } from "./bus-watch.ts";

/** A service that runs in the process that lends it a runtime. */
export type ServiceFactory = (runtime: Runtime) => ServiceSchema;

/**
 * The one way to make a broker: deadlines, queue groups, error restoring, no waiting for a silent bus, 503 while the store is
 * away, durable events, jobs and live settings are always on.
 */
export function createBroker(
  runtime: Runtime,
  services: readonly ServiceFactory[],
  middlewares: readonly Middleware[] = [],
): ServiceBroker {
  trustSeal(callerSeal(runtime.env.secrets.callerSealKey));
  const broker = new ServiceBroker({
    ...brokerOptions(runtime.env),
    logger: {
      type: "Pino",
      options: { createLogger: (_level: string, bindings: { mod: string }) => brokerLog(runtime.logger, bindings.mod) },
    },
    errorRegenerator: new AppErrorRegenerator(),
    skipProcessEventRegistration: true,
    middlewares: [
      busWatchMiddleware(),
      storeUnavailableMiddleware(),
      durableMiddleware(runtime),
      jobsMiddleware({ runner: runtime.jobs }),
      configSync(runtime),
      ...middlewares,
    ],
  });
  for (const service of services) broker.createService(service(runtime));
  return broker;
}
