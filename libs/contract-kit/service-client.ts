import type { ServiceBroker } from "moleculer";
import { call } from "./call.ts";
import type { ActionContract } from "./contract.ts";
import { requireDeclared } from "./declared-calls.ts";
import type { Ctx } from "./implement.ts";
import { runningRequestId } from "./running-action.ts";

/** Calls an action of another service: in an action on behalf of its caller, in jobs and event handlers without a caller. */
export type CallService = Ctx<unknown>["call"];

/** The other services, as jobs and event handlers call them. */
export interface ServiceClient {
  /** Rejects before the service has its broker, and what the service has not declared. */
  readonly call: CallService;
  /** @param calls what the service declares */
  bind(broker: Pick<ServiceBroker, "call">, calls: readonly ActionContract[]): void;
}

/** @param service name of the service that calls */
export function serviceClient(service: string): ServiceClient {
  let bound: { readonly origin: Pick<ServiceBroker, "call">; readonly calls: readonly ActionContract[] } | null = null;
  return {
    async call(contract, params, options) {
      if (!bound) throw new Error("the service has no broker yet");
      requireDeclared(service, bound.calls, contract);
      const requestID = runningRequestId();
      return call(bound.origin, contract, params, requestID === null ? options : { requestID, ...options });
    },
    bind(origin, calls) {
      bound = { origin, calls };
    },
  };
}
