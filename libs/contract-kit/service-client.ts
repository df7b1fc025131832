import type { ServiceBroker } from "moleculer";
import { batchedCalls, mayBeBatched } from "./batched-calls/call-batched.ts";
import { type CallOptions, call } from "./call.ts";
import type { ActionContract } from "./contract.ts";
import { requireDeclared } from "./declared-calls.ts";
import type { Ctx } from "./implement.ts";
import { runningRequestId } from "./running-action.ts";

/** Calls an action of another service: in an action on behalf of its caller, in jobs and event handlers without a caller. */
export type CallService = Ctx<unknown>["call"];

/** The other services, as jobs and event handlers call them. */
export interface ServiceClient {
  /** Rejects before the service has its broker, and for actions that the service has not declared. */
  readonly call: CallService;
  /** @param calls the actions that the service declares */
  bind(broker: Pick<ServiceBroker, "call">, calls: readonly ActionContract[]): void;
}

interface Bound {
  readonly origin: Pick<ServiceBroker, "call">;
  readonly calls: readonly ActionContract[];
  readonly callBatched: ReturnType<typeof batchedCalls>;
}

/** @param service name of the service that calls */
export function serviceClient(service: string): ServiceClient {
  let bound: Bound | null = null;
  return {
    async call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>, given?: CallOptions) {
      if (!bound) throw new Error("the service has no broker yet");
      requireDeclared(service, bound.calls, contract);
      const requestID = runningRequestId();
      const options = requestID === null ? given : { requestID, ...given };
      if (mayBeBatched(contract, options)) return bound.callBatched(contract, params, options) as Promise<Return>;
      return call(bound.origin, contract, params, options);
    },
    bind(origin, calls) {
      bound = { origin, calls, callBatched: batchedCalls(origin) };
    },
  };
}
