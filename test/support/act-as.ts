import type { ServiceBroker } from "moleculer";
import { call } from "#libs/contract-kit/call.ts";
import { type Caller, callerSeal } from "#libs/contract-kit/caller.ts";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";

/** Calls actions as somebody who is signed in. */
export interface Actor {
  readonly userId: string;
  call<Send, Return>(contract: ActionContract<Send, unknown, Return>, params: NoInfer<Send>): Promise<Return>;
}

/** Somebody signed in, as the gateway would vouch for him. */
export function actAs(broker: ServiceBroker, { env }: Pick<Runtime, "env">, caller: Partial<Caller> = {}): Actor {
  const { userId = uuid(), sessionId = uuid(), roles = [], accountStatus = "ACTIVE" } = caller;
  const sealed = callerSeal(env.secrets.callerSealKey).seal({ userId, sessionId, roles, accountStatus });
  return { userId, call: (contract, params) => call(broker, contract, params, { meta: { caller: sealed } }) };
}

/** The outcome of a call, for tests that count outcomes: `ok`, or the key of the error. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: { readonly type?: string; readonly message: string }) => error.type ?? error.message,
  );
}
