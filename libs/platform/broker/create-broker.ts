import type { Middleware } from "moleculer";
import { ServiceBroker } from "moleculer";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { ServiceFactory } from "#libs/platform/service/loadable.ts";
import { brokerOptions } from "./broker-options.ts";

/** The broker of a process of ours, with its services. The launcher stops it, no signal does. */
export function createBroker(
  runtime: Runtime,
  services: readonly ServiceFactory[],
  middlewares: readonly Middleware[] = [],
): ServiceBroker {
  const broker = new ServiceBroker({ ...brokerOptions(runtime, middlewares), skipProcessEventRegistration: true });
  for (const service of services) broker.createService(service(runtime));
  return broker;
}
