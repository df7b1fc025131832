import { JSON_TYPE } from "../answer.ts";
import { type Tagged, tagged } from "../conditional.ts";
import type { PlainRoute } from "../plain-routes.ts";
import { API_PREFIX, type Route } from "../routes.ts";
import { describeInterface } from "./document.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** GET /api/v1/openapi/{scope}.json: one description for each scope of spec 9, as a document of its own standard; it names no wider one. */
export function descriptionRoutes(routes: readonly Route[], plain: readonly PlainRoute[]): readonly PlainRoute[] {
  const answers = new Map<Scope, Tagged>();
  const answerOf = (scope: Scope): Tagged => {
    const known = answers.get(scope);
    if (known) return known;
    const own = described.filter((each) => scope === "full" || each.scope === scope);
    const body = JSON.stringify(describeInterface(scope, routes, [...plain, ...own]));
    const answer = tagged({ status: 200, body, headers: { "Cache-Control": "public, max-age=300" } });
    answers.set(scope, answer);
    return answer;
  };
  const described = SCOPES.map((scope): PlainRoute & { readonly scope: Scope } => ({
    scope,
    method: "GET",
    pattern: `${API_PREFIX}/openapi/${scope}.json`,
    summary: `Description of the interface: ${scope}`,
    contentType: JSON_TYPE,
    answer: async ({ request }) => answerOf(scope)(request.headers["if-none-match"]),
  }));
  return described;
}
