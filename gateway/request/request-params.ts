import type { IncomingHttpHeaders } from "node:http";
import { parseCookie } from "cookie";
import type { NumberRule, RequestProperty, Rule } from "#libs/contract-kit/rules.ts";
import type { PathParams } from "../routing/endpoints.ts";
import type { Route } from "../routing/routes.ts";
import type { RequestContext } from "./request-context.ts";

/** The sources of a call's parameters. */
export interface ParamSources {
  readonly pathParams: PathParams;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
}

/**
 * The parameters of a call, each read from one source only. Path parameters come from the path, and fields with `from` from the request
 * itself. The rest comes from the query (GET, DELETE) or the body (other methods). When a query repeats a key, the first value counts. A
 * query never becomes an object.
 */
export function requestParams({ contract: { http, params }, pathNames }: Route, sources: ParamSources, context: RequestContext): unknown {
  const readsQuery = http.method === "GET" || http.method === "DELETE";
  const input: Record<string, unknown> = Object.create(null);
  for (const [field, rule] of Object.entries(params)) {
    const value = rule.from
      ? propertyOf(rule.from, rule, context, sources, http.readsCookies?.[field])
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

/** Converts text of the URL to the type of its rule. Other text stays text, and validation refuses it. */
function fromText(rule: Rule, text: string | undefined): unknown {
  if (rule.type === "number") return rule.clamp ? clamped(rule, text) : strictNumber(text);
  if (rule.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function strictNumber(text: string | undefined): unknown {
  return text !== undefined && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** The nearest number that the rule allows; its default for text that is not a number (spec 4.8, 4.11). */
function clamped({ min = -Infinity, max = Infinity, integer, default: fallback }: NumberRule, text: string | undefined): unknown {
  const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return fallback;
  return Math.min(max, Math.max(min, integer ? Math.trunc(number) : number));
}

function propertyOf(
  property: RequestProperty,
  rule: Rule,
  context: RequestContext,
  { idempotencyKey }: ParamSources,
  cookieName: string | undefined,
): unknown {
  const { headers } = context.request;
  const value = {
    clientAddress: () => context.address,
    userAgent: () => headers["user-agent"],
    country: () => context.country ?? undefined,
    city: () => context.city ?? undefined,
    platform: () => context.platform,
    locale: () => context.locale,
    idempotencyKey: () => idempotencyKey ?? undefined,
    requestsInWindow: () => context.requestsInWindow ?? undefined,
    picture: () => context.picture ?? undefined,
    document: () => context.document ?? undefined,
    fileKind: () => firstOf(headers["x-file-kind"]),
    rawBody: () => context.rawBody?.toString("base64"),
    signatureHeaders: () => signaturesIn(headers),
    // The gateway adds it when a file has several.
    part: () => undefined,
    lastEventId: () => firstOf(headers["last-event-id"]),
    // The stream adds its position to each of its calls.
    streamPosition: () => undefined,
    // A table adds it to the calls for its later parts.
    csvPosition: () => undefined,
    cookie: () => (cookieName === undefined || headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[cookieName]),
  }[property]();
  return rule.type === "string" && rule.max !== undefined && typeof value === "string" ? value.slice(0, rule.max) : value;
}

/** The headers that sign the body. Each provider has its own name for them. */
function signaturesIn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.endsWith("signature") ? [[name, String(value)]] : [])),
  );
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header || undefined;
}
