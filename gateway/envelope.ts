import type { CookieBinding, HttpBinding } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import type { Platform } from "#libs/contracts/shared.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import type { Route } from "./routes.ts";
import { API_PREFIX } from "./routes.ts";

/** Clients without a cookie jar of their own; they get in the body what others get as a cookie (spec 5). */
const WITHOUT_COOKIES: ReadonlySet<Platform> = new Set(["IOS", "ANDROID", "API"]);

/** The success envelope of spec 2.1: `{success, data}`, or `{success}` for contracts without data. */
export function successAnswer({ contract }: Route, result: unknown, { platform, query }: Pick<Exchange, "platform" | "query">): Answer {
  const { http, params, returns } = contract;
  if (http.document && holdsDocument(result)) return documentAnswer(result.document);
  const { data, cookies } = withCookie(http, result, platform);
  const body = http.bare ? data : returns === null ? { success: true } : { success: true, data };
  return {
    status: http.status ?? 200,
    body: JSON.stringify(body),
    cookies,
    headers: { ...http.headers, ...deprecation(http, params, query) },
  };
}

interface TextDocument {
  readonly contentType: string;
  readonly fileName: string;
  readonly text: string;
}

function holdsDocument(result: unknown): result is { readonly document: TextDocument } {
  return typeof result === "object" && result !== null && "document" in result && result.document !== undefined;
}

function documentAnswer({ contentType, fileName, text }: TextDocument): Answer {
  return { status: 200, body: text, contentType, headers: { "Content-Disposition": `attachment; filename="${fileName}"` } };
}

function withCookie({ cookie, expiresCookie }: HttpBinding, result: unknown, platform: Platform): { data: unknown; cookies: string[] } {
  if (expiresCookie) return { data: result, cookies: [setCookie(expiresCookie, "", 0)] };
  if (!cookie || typeof result !== "object" || result === null) return { data: result, cookies: [] };
  const { [cookie.field]: value, ...rest } = result as Record<string, unknown>;
  if (typeof value !== "string") return { data: result, cookies: [] };
  const inBody = !cookie.cookieOnly && WITHOUT_COOKIES.has(platform);
  return { data: inBody ? result : rest, cookies: [setCookie(cookie, value, cookie.maxAgeSeconds)] };
}

/** Cookies are for this service alone and never for scripts (spec 5). */
function setCookie({ name, path }: Pick<CookieBinding, "name" | "path">, value: string, maxAgeSeconds: number | undefined): string {
  const lifetime = maxAgeSeconds === undefined ? "" : ` Max-Age=${maxAgeSeconds};`;
  return `${name}=${encodeURIComponent(value)}; Path=${path};${lifetime} HttpOnly; Secure; SameSite=Strict`;
}

/** Said by a deprecated route, and by any other to who still sends a deprecated parameter of its query. */
function deprecation({ deprecated }: HttpBinding, params: Rules, query: URLSearchParams): Record<string, string> {
  if (deprecated?.successor !== undefined) {
    return { Deprecation: "true", Link: `<${API_PREFIX}${deprecated.successor}>; rel="successor-version"` };
  }
  const sendsDeprecated = Object.entries(params).some(([name, rule]) => rule.deprecated && query.has(name));
  return deprecated || sendsDeprecated ? { Deprecation: "true" } : {};
}
