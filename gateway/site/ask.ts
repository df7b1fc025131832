import type { ActionContract } from "#libs/contract-kit/contract.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";
import { requireSwitchedOn } from "../pipeline/kill-switch.ts";
import { countRequest } from "../pipeline/rate-limit.ts";
import { runRoute } from "../pipeline/run-route.ts";
import type { RequestContext } from "../request/request-context.ts";
import { cookiesOf } from "../response/success-envelope.ts";
import type { Route } from "../routing/routes.ts";
import type { Ask, AskOptions } from "./page.ts";

/** Maximum time that a page waits for a service. */
const PATIENCE_MS = 2 * SECOND;

/**
 * Calls public actions on behalf of a client without credentials, like their routes: kill switch and parameter checks apply. Writes count
 * against the limit of their route.
 */
export function asking(deps: Pick<Deps, "runtime" | "callAction">, routes: readonly Route[]): (context: RequestContext) => Ask {
  const { runtime } = deps;
  const routeOf = new Map(routes.map((route) => [route.contract as ActionContract, route]));
  return (context) =>
    async <Send, Return>(
      contract: ActionContract<Send, unknown, Return>,
      params: NoInfer<Send>,
      { withCookies = false }: AskOptions = {},
    ): Promise<Return> => {
      const route = routeOf.get(contract as ActionContract);
      if (route?.contract.http.auth !== "public") throw new Error(`${contract.name} is not public`);
      const { http } = route.contract;
      if (http.method !== "GET") {
        const limited = await countRequest(runtime, route, null, context);
        if (limited) throw limited;
      }
      requireSwitchedOn(http, runtime.config);
      const sources = sourcesOf(route, params as Readonly<Record<string, unknown>>);
      const result = await runRoute(deps, context, route, sources, (_params, call) => call(PATIENCE_MS));
      const cookies = withCookies ? cookiesOf(route, result, context, runtime.clock.now()) : [];
      for (const cookie of cookies) context.response.appendHeader("Set-Cookie", cookie);
      return result as Return;
    };
}

/** The parameters as a client of the route would send them. */
function sourcesOf({ pathNames, contract: { http } }: Route, params: Readonly<Record<string, unknown>>) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const [inPath, rest] = [given.filter(([name]) => pathNames.includes(name)), given.filter(([name]) => !pathNames.includes(name))];
  const isQuery = http.method === "GET" || http.method === "DELETE";
  return {
    pathParams: Object.fromEntries(inPath.map(([name, value]) => [name, String(value)])),
    query: new URLSearchParams(isQuery ? rest.map(([name, value]) => [name, String(value)]) : []),
    body: isQuery ? {} : Object.fromEntries(rest),
    idempotencyKey: null,
  };
}
