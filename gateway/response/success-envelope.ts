import type { CookieBinding, HttpBinding } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import type { Platform } from "#libs/contracts/shared.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { RequestContext } from "../request/request-context.ts";
import { API_PREFIX, type Route } from "../routing/routes.ts";
import type { HttpResponse } from "./response.ts";

/** Clients without a cookie jar. Their bodies contain the value that browsers get as a cookie (spec 5). */
const PLATFORMS_WITHOUT_COOKIES: ReadonlySet<Platform> = new Set(["IOS", "ANDROID", "API"]);

/** The success envelope of spec 2.1: `{success, data}`, or `{success}` for contracts without data. */
export function successResponse(
  { contract }: Route,
  result: unknown,
  { platform, query }: Pick<RequestContext, "platform" | "query">,
  now: Date,
): HttpResponse {
  const { http, params, returns } = contract;
  if (http.document && hasDocument(result)) return documentResponse(result.document);
  if (http.bytes && hasBytes(result)) return bytesResponse(http, result);
  const { data, cookies } = separateCookies(http, result, platform, now);
  const body = http.bare ? data : returns === null ? { success: true } : { success: true, data };
  return {
    status: http.twoPeople && waitsForSecond(result) ? 202 : (http.status ?? 200),
    body: JSON.stringify(body),
    cookies,
    headers: { ...http.headers, ...deprecationHeaders(http, params, query) },
  };
}

function waitsForSecond(result: unknown): boolean {
  return typeof result === "object" && result !== null && "approvals" in result && Number(result.approvals) < 2;
}

interface TextDocument {
  readonly contentType: string;
  readonly fileName: string;
  readonly text: string;
}

function hasDocument(result: unknown): result is { readonly document: TextDocument } {
  return typeof result === "object" && result !== null && "document" in result && result.document !== undefined;
}

function documentResponse({ contentType, fileName, text }: TextDocument): HttpResponse {
  return { status: 200, body: text, contentType, headers: { "Content-Disposition": `attachment; filename="${fileName}"` } };
}

interface Bytes {
  readonly contentType: string;
  /** Of a file in parts: each. */
  readonly base64: string | readonly string[];
}

function hasBytes(result: unknown): result is Bytes {
  return typeof result === "object" && result !== null && "base64" in result;
}

function bytesResponse({ headers = {} }: HttpBinding, { contentType, base64 }: Bytes): HttpResponse {
  return { status: 200, body: Buffer.concat([base64].flat().map((part) => Buffer.from(part, "base64"))), contentType, headers };
}

/** The cookies that a browser gets with a result. */
export const cookiesOf = ({ contract }: Route, result: unknown, { platform }: Pick<RequestContext, "platform">, now: Date) =>
  separateCookies(contract.http, result, platform, now).cookies;

/** Moves the fields of cookies out of a result; clients without a cookie jar keep them in the body as well. */
function separateCookies(
  { cookie, expiresCookie }: HttpBinding,
  result: unknown,
  platform: Platform,
  now: Date,
): { readonly data: unknown; readonly cookies: readonly string[] } {
  if (expiresCookie) return { data: result, cookies: [setCookie(expiresCookie, "", 0)] };
  if (!cookie || typeof result !== "object" || result === null) return { data: result, cookies: [] };
  const data = { ...result } as Record<string, unknown>;
  const cookies = [cookie].flat().flatMap((binding) => {
    const { field, cookieOnly } = binding;
    const value = data[field];
    if (typeof value !== "string") return [];
    if (cookieOnly || !PLATFORMS_WITHOUT_COOKIES.has(platform)) delete data[field];
    return [setCookie(binding, value, maxAgeOf(binding, data, now))];
  });
  return { data, cookies };
}

/** Seconds until a cookie ends. */
function maxAgeOf({ maxAgeSeconds, untilField }: CookieBinding, result: Readonly<Record<string, unknown>>, now: Date): number | undefined {
  const until = untilField === undefined ? undefined : result[untilField];
  return typeof until === "string" ? Math.ceil((Date.parse(until) - now.getTime()) / SECOND) : maxAgeSeconds;
}

/** Browsers send the cookie to this host only and hide it from scripts (spec 5). */
function setCookie({ name, path }: Pick<CookieBinding, "name" | "path">, value: string, maxAgeSeconds: number | undefined): string {
  const maxAge = maxAgeSeconds === undefined ? "" : ` Max-Age=${maxAgeSeconds};`;
  return `${name}=${encodeURIComponent(value)}; Path=${path};${maxAge} HttpOnly; Secure; SameSite=Strict`;
}

/** The headers of a deprecated route (RFC 9745, RFC 8594), and of a request that uses a deprecated query parameter. */
function deprecationHeaders({ deprecated }: HttpBinding, params: Rules, query: URLSearchParams): Record<string, string> {
  const deprecation = deprecated ?? Object.entries(params).find(([name, rule]) => rule.deprecated && query.has(name))?.[1].deprecated;
  if (!deprecation) return {};
  const { since, sunset, documentation } = deprecation;
  const links = [
    ...(deprecated?.successor === undefined ? [] : [`<${API_PREFIX}${deprecated.successor}>; rel="successor-version"`]),
    ...(documentation === undefined ? [] : [`<${documentation}>; rel="deprecation"; type="text/html"`]),
  ];
  return {
    // A date of RFC 9651: seconds since 1970.
    Deprecation: `@${Date.parse(since) / SECOND}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    ...(links.length > 0 && { Link: links.join(", ") }),
  };
}
