import { JSON_TYPE } from "../answer.ts";
import { withEntityTag } from "../conditional.ts";
import type { PlainRoute } from "../plain-routes.ts";
import { API_PREFIX, type Route } from "../routes.ts";
import { describeInterface } from "./document.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** GET /api/v1/openapi/{scope}.json: one description for each scope of spec 9, as a document of its own standard; it names no wider one. */
export function descriptionRoutes(routes: readonly Route[], plain: readonly PlainRoute[]): readonly PlainRoute[] {
  const texts = new Map<Scope, string>();
  const textOf = (scope: Scope): string => {
    const text =
      texts.get(scope) ??
      JSON.stringify(describeInterface(scope, routes, [...plain, ...described.filter((each) => scope === "full" || each.scope === scope)]));
    texts.set(scope, text);
    return text;
  };
  const described = SCOPES.map((scope): PlainRoute & { readonly scope: Scope } => ({
    scope,
    method: "GET",
    pattern: `${API_PREFIX}/openapi/${scope}.json`,
    summary: `Description of the interface: ${scope}`,
    contentType: JSON_TYPE,
    answer: async ({ request }) =>
      withEntityTag(
        { status: 200, body: textOf(scope), headers: { "Cache-Control": "public, max-age=300" } },
        request.headers["if-none-match"],
      ),
  }));
  return described;
}
