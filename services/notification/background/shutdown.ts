import type { ServiceBroker } from "moleculer";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";

/** Whether the process is shutting down. A job asks during a long run, because the service stops only after the run has ended. */
export interface Shutdown extends BackgroundPart {
  hasBegun(): boolean;
}

export function shutdown(): Shutdown {
  let broker: (ServiceBroker & { readonly stopping?: boolean }) | null = null;
  return {
    bind(serviceBroker) {
      broker = serviceBroker;
    },
    hasBegun: () => broker?.stopping === true,
  };
}
