import type { BuiltInRoute } from "../operations/built-in-route.ts";
import type { RequestContext } from "../request/request-context.ts";
import { type ConditionalResponse, conditionalResponse } from "../response/entity-tag.ts";
import { JSON_TYPE } from "../response/response.ts";
import { API_PREFIX, type Route } from "../routing/routes.ts";
import { describeInterface } from "./document.ts";
import { describesAdministration, SCOPES, type Scope } from "./scopes.ts";

/**
 * `GET /api/v1/openapi/{scope}.json`: the OpenAPI document of each scope of spec 9, without the success envelope. A document lists the
 * description routes of its own scope only; that of `full` lists all four.
 * @param requireReader throws when the caller may not read the document of a scope
 */
export function descriptionRoutes(
  routes: readonly Route[],
  builtIn: readonly BuiltInRoute[],
  requireReader: (scope: Scope, context: RequestContext) => Promise<void>,
): readonly BuiltInRoute[] {
  const responses = new Map<Scope, ConditionalResponse>();
  const responseOf = (scope: Scope): ConditionalResponse => {
    const cached = responses.get(scope);
    if (cached) return cached;
    const descriptions = described.filter((route) => scope === "full" || route.scope === scope);
    const body = JSON.stringify(describeInterface(scope, routes, [...builtIn, ...descriptions]));
    const response = conditionalResponse({
      status: 200,
      body,
      headers: { "Cache-Control": `${describesAdministration(scope) ? "private" : "public"}, max-age=300` },
    });
    responses.set(scope, response);
    return response;
  };
  const described = SCOPES.map((scope): BuiltInRoute & { readonly scope: Scope } => ({
    scope,
    method: "GET",
    pattern: `${API_PREFIX}/openapi/${scope}.json`,
    summary: `Description of the interface: ${scope}`,
    contentType: JSON_TYPE,
    async respond(context) {
      await requireReader(scope, context);
      return responseOf(scope)(context.request.headers["if-none-match"]);
    },
  }));
  return described;
}
