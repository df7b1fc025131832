import type { ServiceBroker } from "moleculer";
import type { BackgroundPart } from "#libs/platform/service/define-service.ts";

/** Whether the process is shutting down. Long jobs check it, because the service stops only after their run. */
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
