import type { AuthScope, CookieBinding, HttpBinding } from "#libs/contract-kit/contract.ts";
import { type JsonSchema, jsonSchema, objectSchema } from "#libs/contract-kit/json-schema.ts";
import type { Rule } from "#libs/contract-kit/rules.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { catalogue, type ErrorKey } from "#libs/errors/catalogue/index.ts";
import type { ErrorCode } from "#libs/errors/codes.ts";
import { ERROR_CODES } from "#libs/errors/codes.ts";
import { textKeyOf } from "#libs/errors/text-key.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import { permissionsFor } from "#libs/policies/permissions.ts";
import type { RoutedContract } from "../routing/routes.ts";

/** An OpenAPI 3.1 operation. */
export type Operation = { readonly [keyword: string]: unknown };

const BEARER = { bearer: [] };
const SESSION = { adminSession: [] };
const SESSION_WRITE = { adminSession: [], csrf: [] };

const BYTES = { type: "string", format: "binary" };
const PICTURE_CONTENT = { "image/jpeg": { schema: BYTES }, "image/png": { schema: BYTES }, "image/webp": { schema: BYTES } };
const UPLOADS = { picture: PICTURE_CONTENT, document: { ...PICTURE_CONTENT, "application/pdf": { schema: BYTES } } };

/**
 * The OpenAPI operation of a route (spec 9).
 * @param policy name of its rate limit
 */
export function operationOf(contract: RoutedContract, policy: string): Operation {
  const { name, summary, http } = contract;
  const body = bodySchema(contract);
  const content = http.upload ? UPLOADS[http.upload] : body && { "application/json": { schema: body } };
  return {
    operationId: name,
    summary,
    tags: [tagOf(name)],
    ...(http.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(contract),
    ...(content ? { requestBody: { required: http.upload !== undefined || body?.required !== undefined, content } } : {}),
    responses: { ...successOf(contract), ...errorsOf(contract) },
    security: securityOf(http),
    "x-rate-limit": policy,
    ...(http.killSwitch ? { "x-kill-switch": http.killSwitch } : {}),
    ...(http.stepUp ? { "x-step-up": true } : {}),
    ...(http.permission ? { "x-permission": permissionsFor(http.permission).join(" or ") } : {}),
  };
}

/** Documentation groups routes by service. */
function tagOf(name: string): string {
  const [service = ""] = name.split(".");
  return service === "config" ? "Configuration" : service.charAt(0).toUpperCase() + service.slice(1);
}

function securityOf({ auth, method }: HttpBinding): readonly object[] {
  const session = method === "GET" ? SESSION : SESSION_WRITE;
  const schemes: Record<AuthScope, readonly object[]> = { public: [], bearer: [BEARER], admin: [BEARER, session], adminSession: [session] };
  return schemes[auth];
}

const readsQuery = ({ method }: HttpBinding) => method === "GET" || method === "DELETE";
const inPath = ({ path }: HttpBinding, field: string) => path.includes(`{${field}}`);

function parametersOf({ http, params }: RoutedContract): readonly object[] {
  const fields = Object.entries(params).filter(([, rule]) => !rule.from);
  const parameter = (location: "path" | "query", [name, rule]: [string, Rule]) => {
    const { description, deprecated, ...schema } = jsonSchema(rule) as JsonSchema & { deprecated?: true };
    const required = location === "path" || !(rule.optional || ("default" in rule && rule.default !== undefined));
    return {
      name,
      in: location,
      required,
      schema: location === "path" ? withoutFormat(schema) : schema,
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
    };
  };
  return [
    ...fields.filter(([field]) => inPath(http, field)).map((field) => parameter("path", field)),
    ...(readsQuery(http) ? fields.filter(([field]) => !inPath(http, field)).map((field) => parameter("query", field)) : []),
    ...Object.values(params).flatMap((rule) => (rule.from === "fileKind" ? [fileKindHeader(rule)] : [])),
    ...idempotencyHeader(http),
  ];
}

function fileKindHeader(rule: Rule): object {
  const { description: _, ...schema } = jsonSchema(rule);
  return { name: "X-File-Kind", in: "header", required: true, schema, description: "What the file shows" };
}

/** A path parameter of the wrong format gets 403 or 404 like an unknown id, not 400. So the description promises no format. */
function withoutFormat({ format: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function idempotencyHeader({ auth, method, idempotency }: HttpBinding): readonly object[] {
  if (method === "GET" || auth === "public" || idempotency === "never") return [];
  const schema = { type: "string", minLength: 1, maxLength: 255 };
  return [
    { name: "Idempotency-Key", in: "header", required: idempotency === "required", schema, description: "Makes a retry safe for 24 hours" },
  ];
}

function bodySchema({ http, params }: RoutedContract): JsonSchema | null {
  if (readsQuery(http)) return null;
  const fields = Object.entries(params).filter(([field, rule]) => !rule.from && !inPath(http, field));
  return fields.length === 0 ? null : objectSchema(Object.fromEntries(fields));
}

function successOf({ http, params, returns, summary }: RoutedContract): Record<string, unknown> {
  const deprecations = [http, ...Object.values(params)].flatMap(({ deprecated }) => deprecated ?? []);
  const headers = {
    ...(deprecations.length > 0 ? { Deprecation: { schema: { type: "string" }, description: "Since when: @<seconds> (RFC 9745)" } } : {}),
    ...(deprecations.some(({ sunset }) => sunset) ? { Sunset: { schema: { type: "string" }, description: "Until when (RFC 8594)" } } : {}),
    ...(http.deprecated?.successor || deprecations.some(({ documentation }) => documentation)
      ? { Link: { schema: { type: "string" } } }
      : {}),
    ...(http.etag ? { ETag: { schema: { type: "string" } } } : {}),
  };
  const schema = successSchema(http, returns);
  const content = http.document
    ? { "application/json": { schema: { anyOf: [schema, { description: "The document itself" }] } }, "*/*": { schema: { type: "string" } } }
    : http.stream
      ? { "text/event-stream": { schema: { type: "string" } } }
      : http.bytes
        ? bytesContent(returns)
        : { "application/json": { schema }, ...(http.csv && { "text/csv": { schema: { type: "string" } } }) };
  const success = { description: summary, ...(Object.keys(headers).length > 0 ? { headers } : {}), content };
  return {
    [http.status ?? 200]: success,
    ...(http.twoPeople ? { "202": { ...success, description: "Recorded: another person must ask for the same" } } : {}),
    ...(http.etag ? { "304": { description: "Not modified: the client has this ETag" } } : {}),
  };
}

/** The types that the file of a route may have. */
function bytesContent(returns: Rule | null): object {
  const type = returns?.type === "object" ? returns.props.contentType : undefined;
  const types = type?.type === "enum" ? type.values : ["image/webp"];
  return Object.fromEntries(types.map((name) => [name, { schema: BYTES }]));
}

/** The success envelope of spec 2.1. */
function successSchema({ bare, cookie }: HttpBinding, returns: Rule | null): JsonSchema {
  const success = { const: true };
  if (returns === null) return { type: "object", properties: { success }, required: ["success"], additionalProperties: false };
  const data = [cookie ?? []].flat().reduce(withoutCookie, jsonSchema(returns));
  if (bare) return data;
  return { type: "object", properties: { success, data }, required: ["success", "data"], additionalProperties: false };
}

/** The field that is sent as a cookie is optional in the body, or absent from it. */
function withoutCookie(schema: JsonSchema, cookie: CookieBinding): JsonSchema {
  if (!Array.isArray(schema.required)) return schema;
  const required = schema.required.filter((name: string) => name !== cookie.field);
  if (!cookie.cookieOnly) return { ...schema, required };
  const { [cookie.field]: _, ...properties } = schema.properties as Record<string, JsonSchema>;
  return { ...schema, properties, required };
}

/** Errors that the gateway may send on a route, in addition to those of its contract. */
function gatewayErrors({ http, params }: RoutedContract): readonly ErrorKey[] {
  const always: ErrorKey[] = [
    "error.throttled",
    "error.internal",
    "error.service_unavailable",
    "error.overloaded",
    "error.upstream_timeout",
    "error.conflict",
  ];
  const signedIn: ErrorKey[] = http.auth === "public" ? [] : ["error.unauthorized", "auth.account.deactivated"];
  const admin: ErrorKey[] =
    http.auth === "admin" || http.auth === "adminSession" ? ["error.forbidden", "auth.csrf.invalid", "auth.mfa.required"] : [];
  const bearerAdmin: ErrorKey[] = http.auth === "admin" ? ["auth.admin.sign_in_again"] : [];
  const proven: ErrorKey[] = http.stepUp ? ["auth.step_up.required"] : [];
  const writes: ErrorKey[] =
    http.method === "GET" ? [] : ["error.malformed_json", "error.payload_too_large", "error.unsupported_media_type"];
  const keyed: ErrorKey[] =
    http.method === "GET" || http.auth === "public" || http.idempotency === "never"
      ? []
      : ["idempotency.error.key_invalid", "idempotency.error.key_reused", "idempotency.error.in_progress"];
  const validated: ErrorKey[] = Object.keys(params).length > 0 || http.method !== "GET" ? ["error.validation_failed"] : [];
  const readable: ErrorKey[] = Object.values(params).some(hasReadable) ? ["error.unreadable_text"] : [];
  const required: ErrorKey[] = http.idempotency === "required" ? ["idempotency.error.key_required"] : [];
  const switched: ErrorKey[] = http.killSwitch ? [KILL_SWITCHES[http.killSwitch]] : [];
  return [
    ...always,
    ...signedIn,
    ...admin,
    ...bearerAdmin,
    ...proven,
    ...writes,
    ...keyed,
    ...validated,
    ...readable,
    ...required,
    ...switched,
  ];
}

/** Whether a parameter holds a text that people read. */
function hasReadable(rule: Rule): boolean {
  if (rule.type === "array") return hasReadable(rule.items);
  if (rule.type === "object") return Object.values(rule.props).some(hasReadable);
  return rule.type === "string" && rule.readable !== undefined;
}

/** The errors of a contract and of the gateway, by status. */
function errorsOf(contract: RoutedContract): Record<string, unknown> {
  const keys = [...new Set<ErrorKey>([...contract.errors, ...gatewayErrors(contract)])];
  const byStatus = new Map<number, ErrorKey[]>();
  for (const key of keys) {
    const status = ERROR_CODES[catalogue[key].code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), key]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, keysOfStatus]) => [status, errorResponse(contract, keysOfStatus)]),
  );
}

function errorResponse({ http }: RoutedContract, keys: readonly ErrorKey[]): object {
  const codes = [...new Set<ErrorCode>(keys.map((key) => catalogue[key].code))].sort();
  const schema = {
    allOf: [
      { $ref: "#/components/schemas/ErrorEnvelope" },
      { properties: { error: { properties: { code: { enum: codes }, i18nKey: { enum: [...keys].sort() } } } } },
    ],
  };
  const isForStaff = http.path.startsWith("/admin/");
  const texts = keys.map((key) => translate(DEFAULT_LOCALE, textKeyOf(key, isForStaff)));
  return { description: texts.join(" "), content: { "application/json": { schema } } };
}

/** The error envelope of spec 2.1; error responses refer to it. */
export const ERROR_ENVELOPE: JsonSchema = {
  type: "object",
  required: ["success", "error"],
  properties: {
    success: { const: false },
    error: {
      type: "object",
      required: ["code", "message", "correlationId"],
      properties: {
        code: { type: "string", enum: Object.keys(ERROR_CODES) },
        message: { type: "string", description: "In the language of Accept-Language, among the active locales" },
        i18nKey: { type: "string", description: "Stays the same in every language" },
        i18nVars: { type: "object" },
        details: { type: "array", items: { type: "object", required: ["message"], properties: { message: { type: "string" } } } },
        correlationId: { type: "string" },
      },
    },
  },
};
