import { verificationMarkdown } from "../asyncapi/webhook-verification.ts";
import type { BuiltInRoute } from "../operations/built-in-route.ts";
import { policyOf } from "../pipeline/rate-limit.ts";
import { API_PREFIX, type Route } from "../routing/routes.ts";
import { ERROR_ENVELOPE, operationOf } from "./operation.ts";
import { inScope, type Scope } from "./scopes.ts";

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  adminSession: { type: "apiKey", in: "cookie", name: "admin_session" },
  csrf: { type: "apiKey", in: "header", name: "X-CSRF-Token" },
};

const TITLES: Readonly<Record<Scope, string>> = {
  full: "Creator platform",
  public: "Creator platform: public",
  user: "Creator platform: public and signed-in users",
  admin: "Creator platform: administration",
};

const SCOPES_WITH_WEBHOOKS: readonly Scope[] = ["full", "admin"];

export const INTERFACE_VERSION = "1.0";

/** The OpenAPI 3.1 document of a scope (spec 9). Paths are relative to `/api/v1`, unless they name another server. */
export function describeInterface(scope: Scope, routes: readonly Route[], builtIn: readonly BuiltInRoute[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { contract } of routes.filter((route) => inScope(scope, route.contract.http))) {
    const { path, method, root } = contract.http;
    paths[path] = { ...paths[path], ...(root ? AT_ROOT : {}), [method.toLowerCase()]: operationOf(contract, policyOf(contract.http)) };
  }
  for (const route of builtIn.filter(({ pattern }) => scope !== "admin" || pattern.startsWith(`${API_PREFIX}/openapi/`))) {
    const isBelowPrefix = route.pattern.startsWith(`${API_PREFIX}/`);
    const path = isBelowPrefix ? route.pattern.slice(API_PREFIX.length) : route.pattern;
    paths[path] = { ...(isBelowPrefix ? {} : AT_ROOT), [route.method.toLowerCase()]: builtInOperation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: TITLES[scope],
      version: INTERFACE_VERSION,
      ...(SCOPES_WITH_WEBHOOKS.includes(scope) ? { description: verificationMarkdown() } : {}),
    },
    servers: [{ url: API_PREFIX }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: { ErrorEnvelope: ERROR_ENVELOPE }, securitySchemes: SECURITY_SCHEMES },
  };
}

const AT_ROOT = { servers: [{ url: "/" }] };

function builtInOperation({ pattern, summary, contentType }: BuiltInRoute): object {
  const error = { "application/json": { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } };
  return {
    operationId: `gateway.${pattern.replace(/[^A-Za-z]+/g, "_").replace(/^_|_$/g, "")}`,
    summary,
    tags: ["Gateway"],
    parameters: [],
    responses: {
      "200": { description: summary, content: { [contentType]: {} } },
      "503": { description: "Not available", content: error },
    },
    security: [],
  };
}
