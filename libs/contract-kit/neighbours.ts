import type { ServiceBroker } from "moleculer";
import { call } from "./call.ts";
import type { Ctx } from "./implement.ts";

/** Asks another service: an action on behalf of its caller, a job or an event handler in the name of the platform. */
export type Ask = Ctx<unknown>["call"];

/** The other services, as jobs and event handlers ask them. */
export interface Neighbours {
  /** Rejects before the service has its broker. */
  readonly ask: Ask;
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
