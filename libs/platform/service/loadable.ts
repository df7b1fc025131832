import { Service, type ServiceBroker, type ServiceSchema } from "moleculer";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

/** Makes a service that runs in the process of a runtime. */
export type ServiceFactory = (runtime: Runtime) => ServiceSchema;

const runtimes = new WeakMap<ServiceBroker, Runtime>();

/** Sets the runtime for the services of a broker; once, when the broker is created. */
export function setRuntime(broker: ServiceBroker, runtime: Runtime): void {
  runtimes.set(broker, runtime);
}

/** The default export of a service file: the class that Moleculer's runner loads. Throws when the broker was made without a runtime. */
export function loadable(factory: ServiceFactory): new (broker: ServiceBroker) => Service {
  return class extends Service {
    constructor(broker: ServiceBroker) {
      const runtime = runtimes.get(broker);
      if (!runtime) throw new Error("the broker has no runtime: start the runner with --config moleculer.config.ts");
      super(broker, factory(runtime));
    }
  };
}
