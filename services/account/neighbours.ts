import type { ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import type { Ctx } from "#libs/contract-kit/implement.ts";

/** The other services, as jobs ask them: in the name of the platform. */
export interface Neighbours {
  /** Rejects before the service has its broker. */
  readonly ask: Ctx<unknown>["call"];
  bind(broker: Pick<ServiceBroker, "call">): void;
}

export function neighbours(): Neighbours {
  let origin: Pick<ServiceBroker, "call"> | null = null;
  return {
    async ask(contract, params, options) {
      if (!origin) throw new Error("the service has no broker yet");
      return call(origin, contract, params, options);
    },
    bind(broker) {
      origin = broker;
    },
  };
}
