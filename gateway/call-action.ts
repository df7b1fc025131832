import { busNow } from "#libs/contract-kit/bus-clock.ts";
import type { CallerSeals } from "#libs/contract-kit/caller.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { Route } from "./routing/routes.ts";

/** Maximum duration of an action before the client gets 504. */
const ACTION_TIMEOUT_MS = 8_000;

/**
 * Calls the action of a route on behalf of the caller of a request. Throws the action's errors.
 * @param patienceMs how long the client waits; 8 seconds when absent
 */
export type CallAction = (
  context: Pick<RequestContext, "caller" | "correlationId">,
  route: Pick<Route, "contract">,
  params: unknown,
  patienceMs?: number,
) => Promise<unknown>;

/** @param seals sign the caller, so that services need not trust the bus */
export function actionCaller({ call }: Pick<ServiceClient, "call">, { seal }: Pick<CallerSeals, "seal">): CallAction {
  return ({ caller, correlationId }, { contract }, params, patienceMs = ACTION_TIMEOUT_MS) =>
    call(contract, params, {
      timeout: patienceMs,
      requestID: correlationId,
      // On shutdown the HTTP server closes first and waits for open responses, so Moleculer need not track the call.
      tracking: false,
      meta: {
        ...(caller ? { caller: seal(caller, { action: contract.name, requestId: correlationId }) } : {}),
        sentAt: busNow(),
        budgetMs: patienceMs,
      },
    });
}
