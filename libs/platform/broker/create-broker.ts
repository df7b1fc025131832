import type { Middleware } from "moleculer";
import { ServiceBroker } from "moleculer";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { brokerOptions } from "./broker-options.ts";

/** Creates the broker of a process, with its services. The launcher stops it; signals do not. */
export function createBroker(
  runtime: Runtime,
  services: readonly ServiceFactory[],
  middlewares: readonly Middleware[] = [],
): ServiceBroker {
  const broker = new ServiceBroker({ ...brokerOptions(runtime, middlewares), skipProcessEventRegistration: true });
  for (const service of services) broker.createService(service(runtime));
  return broker;
}
