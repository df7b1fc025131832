import type { BuiltInRoute } from "../operations/built-in-route.ts";
import type { RequestContext } from "../request/request-context.ts";
import { PAGE_POLICY } from "../response/documentation-html.ts";
import { type ConditionalResponse, conditionalResponse } from "../response/entity-tag.ts";
import { API_PREFIX } from "../routing/routes.ts";
import { type DescribedInterface, docsPage } from "./docs-page.ts";
import type { Scope } from "./scopes.ts";

const contentType = "text/html; charset=utf-8";

const PAGES = [
  { pattern: "/docs", scope: "user", cache: "public", other: '<a href="/docs/admin">Administration</a>' },
  { pattern: "/docs/admin", scope: "admin", cache: "private", other: '<a href="/docs">Public and signed-in users</a>' },
] as const;

/**
 * `GET /docs` and `/docs/admin`: the OpenAPI documents of spec 9 for people.
 * @param describe the document of a scope
 * @param requireReader throws when the caller may not read the document of a scope
 */
export function docsRoutes(
  describe: (scope: Scope) => object,
  requireReader: (scope: Scope, context: RequestContext) => Promise<void>,
): readonly BuiltInRoute[] {
  return PAGES.map(({ pattern, scope, cache, other }): BuiltInRoute => {
    const links = `For programs: <a href="${API_PREFIX}/openapi/${scope}.json">OpenAPI 3.1</a>. See also ${other}, <a href="${API_PREFIX}/docs/events">events</a>.`;
    const headers = { "Content-Security-Policy": PAGE_POLICY, "Cache-Control": `${cache}, max-age=300` };
    let response: ConditionalResponse | null = null;
    return {
      method: "GET",
      pattern,
      summary: "Documentation of the interface",
      contentType,
      async respond(context) {
        await requireReader(scope, context);
        response ??= conditionalResponse({
          status: 200,
          body: docsPage(describe(scope) as DescribedInterface, links),
          contentType,
          headers,
        });
        return response(context.request.headers["if-none-match"]);
      },
    };
  });
}
