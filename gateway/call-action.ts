import type { CallerSeals } from "#libs/contract-kit/caller.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import type { RequestContext } from "./request/request-context.ts";
import type { Route } from "./routing/routes.ts";

/** How long an action may take before the client gets 504. */
const ACTION_TIMEOUT_MS = 8_000;

/**
 * Calls the action of a route on behalf of the caller of a request. Throws what the action throws.
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
      // When the process stops, it closes the HTTP server first, which waits for the open responses.
      tracking: false,
      meta: {
        ...(caller ? { caller: seal(caller, { action: contract.name, requestId: correlationId }) } : {}),
        sentAt: Date.now(),
        budgetMs: patienceMs,
      },
    });
}
