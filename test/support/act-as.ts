import type { ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { sealedCalls } from "./sealed-call.ts";

/** A signed-in user who calls actions. */
export interface Actor {
  readonly userId: string;
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
}

/** A signed-in user, sealed as the gateway seals its callers. */
export function actAs(broker: ServiceBroker, runtime: Pick<Runtime, "bus" | "env">, caller: Partial<Caller> = {}): Actor {
  const { userId = uuid(), sessionId = uuid(), roles = [], accountStatus = "ACTIVE", ...proof } = caller;
  const origin = sealedCalls(broker, runtime, { userId, sessionId, roles, accountStatus, ...proof });
  return { userId, call: (contract, params) => call(origin as Pick<ServiceBroker, "call">, contract, params) };
}

/** The outcome of a call, for tests that count outcomes: `ok`, or the key of the error. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: { readonly type?: string; readonly message: string }) => error.type ?? error.message,
  );
}
