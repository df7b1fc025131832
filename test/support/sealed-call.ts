import type { ServiceBroker } from "moleculer";
import { type Caller, callerSeals } from "#libs/contract-kit/caller.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

/** The caller has proved just now who it is. */
export const PROVEN = { provenAt: Number.MAX_SAFE_INTEGER, amr: ["pwd"], gaveProof: true } as const;

/** A test of what many calls at once do waits longer than the product would: a slow machine takes its time. */
const TIMEOUT_MS = 60_000;

/** Calls actions as the gateway does for a signed-in user. Each call is a request of its own, with its own seal. */
export function sealedCalls(
  broker: Pick<ServiceBroker, "call">,
  runtime: Pick<Runtime, "bus" | "env">,
  given: Omit<Caller, keyof typeof PROVEN> & Partial<Caller>,
) {
  const caller: Caller = { ...PROVEN, ...given };
  const { seal } = callerSeals(sealKeysOf(runtime));
  return {
    call(name: string, params: unknown): Promise<unknown> {
      const requestID = uuid();
      const sealed = seal(caller, { action: name, requestId: requestID });
      return broker.call<unknown, object>(name, params as object, { requestID, timeout: TIMEOUT_MS, meta: { caller: sealed } });
    },
  };
}
