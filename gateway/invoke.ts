import { call, type Origin } from "#libs/contract-kit/call.ts";
import { callerSeal } from "#libs/contract-kit/caller.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Exchange } from "./exchange.ts";
import type { Route } from "./routes.ts";

/** Longest time an action may take, in milliseconds; the client gets 504 then. */
const ACTION_MS = 8_000;

/** Calls the action of a route on behalf of the caller of an exchange. Throws what the action throws. */
export type Invoke = (exchange: Pick<Exchange, "caller" | "correlationId">, route: Route, params: unknown) => Promise<unknown>;

export function invoker({ runtime, origin }: { readonly runtime: Runtime; readonly origin: Origin }): Invoke {
  const seal = callerSeal(runtime.env.secrets.callerSealKey);
  return ({ caller, correlationId }, { contract }, params) =>
    call(origin, contract, params, {
      timeout: ACTION_MS,
      requestID: correlationId,
      // A process that stops closes its server first, and the server waits for this answer.
      tracking: false,
      meta: { ...(caller ? { caller: seal.seal(caller) } : {}), deadline: Date.now() + ACTION_MS },
    });
}
