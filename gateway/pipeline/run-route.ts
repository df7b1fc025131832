import type { Deps } from "../deps.ts";
import type { RequestContext } from "../request/request-context.ts";
import { type ParamSources, requestParams } from "../request/request-params.ts";
import type { Route } from "../routing/routes.ts";

/** Calls the action. @param patienceMs how long the client waits; the default for clients when absent */
type Call = (patienceMs?: number) => Promise<unknown>;

/**
 * Validates the parameters of a route and calls its action, for a client or for a page. Throws 400 for parameters that the contract
 * refuses, and the action's errors.
 * @param answer makes the response from parameters and call; it may skip the call
 */
export function runRoute<T>(
  { callAction }: Pick<Deps, "callAction">,
  context: RequestContext,
  route: Route,
  sources: ParamSources,
  answer: (params: object, call: Call) => Promise<T>,
): Promise<T> {
  const params = checkedParams(route, sources, context);
  return answer(params, (patienceMs) => callAction(context, route, params, patienceMs));
}

/** Throws 400 for parameters that the contract refuses. */
export function checkedParams(route: Route, sources: ParamSources, context: RequestContext): object {
  const outcome = route.validate(requestParams(route, sources, context));
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
