import type { NumberRule, RequestFact, Rule } from "#libs/contract-kit/rules.ts";
import type { Exchange } from "./exchange.ts";
import { cookieOf } from "./request-cookie.ts";
import type { Route } from "./routes.ts";

/** Where the parameters of one call come from; each field is read from one place only. */
export interface ParamSources {
  readonly pathParams: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
}

/**
 * Fields named in the path come from there; of the rest, GET and DELETE read the query, other methods the body. Fields with
 * `from` come from the request itself. Of a repeated query key the first value counts; a query never becomes an object.
 */
export function requestParams({ contract: { http, params }, pathNames }: Route, sources: ParamSources, exchange: Exchange): unknown {
  const readsQuery = http.method === "GET" || http.method === "DELETE";
  const input: Record<string, unknown> = Object.create(null);
  for (const [field, rule] of Object.entries(params)) {
    const value = rule.from
      ? factOf(rule.from, rule, exchange, sources, http.readsCookies?.[field])
      : pathNames.includes(field)
        ? fromText(rule, sources.pathParams[field])
        : readsQuery
          ? fromQuery(field, rule, sources.query)
          : ownValue(sources.body, field);
    if (value !== undefined) input[field] = value;
  }
  return input;
}

function ownValue(body: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(body, field) ? body[field] : undefined;
}

function fromQuery(field: string, rule: Rule, query: URLSearchParams): unknown {
  if (rule.type === "array") return query.has(field) ? query.getAll(field).map((text) => fromText(rule.items, text)) : undefined;
  return fromText(rule, query.get(field) ?? undefined);
}

/** What a text of the URL stands for; a text that does not fit stays a text, and validation refuses it. */
function fromText(rule: Rule, text: string | undefined): unknown {
  if (rule.type === "number") return rule.clamp ? clamped(rule, text) : strictNumber(text);
  if (rule.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function strictNumber(text: string | undefined): unknown {
  return text !== undefined && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** Puts a number right: not a number → default, out of range → nearest bound (spec 4.8, 4.11). */
function clamped({ min = -Infinity, max = Infinity, integer, default: fallback }: NumberRule, text: string | undefined): unknown {
  const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return fallback;
  return Math.min(max, Math.max(min, integer ? Math.trunc(number) : number));
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header || undefined;
}

function factOf(fact: RequestFact, rule: Rule, exchange: Exchange, { idempotencyKey }: ParamSources, cookie?: string): unknown {
  const value = {
    clientAddress: () => exchange.address,
    userAgent: () => exchange.request.headers["user-agent"],
    country: () => exchange.country ?? undefined,
    city: () => exchange.city ?? undefined,
    platform: () => exchange.platform,
    locale: () => exchange.locale,
    idempotencyKey: () => idempotencyKey ?? undefined,
    lastEventId: () => textOf(exchange.request.headers["last-event-id"]),
    // Told by the stream itself, once it has begun.
    streamPosition: () => undefined,
    cookie: () => (cookie === undefined ? undefined : cookieOf(exchange.request.headers, cookie)),
  }[fact]();
  return rule.type === "string" && rule.max !== undefined ? value?.slice(0, rule.max) : value;
}
