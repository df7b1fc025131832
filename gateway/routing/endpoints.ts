import type { IncomingMessage } from "node:http";

/** A request as moleculer-web passes it on. */
export type RouterRequest = IncomingMessage & { readonly $params?: { readonly params?: PathParams } };

/** Decoded values of the path parameters, by name. */
export type PathParams = Readonly<Record<string, string>>;

/** A method and a path, and what handles their requests. */
export interface Endpoint {
  readonly method: string;
  /** Path from the root of the host; parameters are written {name}. */
  readonly pattern: string;
  handle(request: IncomingMessage, pathParams: PathParams): void;
}

type Alias = (request: RouterRequest) => void;

/**
 * The endpoints as aliases of moleculer-web. Each alias is a function, not the name of an action: the router would look up a node for
 * that action once and keep calling it after the node has died.
 */
export function aliasesOf(endpoints: readonly Endpoint[]): Record<string, Alias> {
  return Object.fromEntries(
    endpoints.map(({ method, pattern, handle }) => [
      `${method} ${pattern.replace(/\{(\w+)\}/g, ":$1")}`,
      (request: RouterRequest) => handle(request, request.$params?.params ?? {}),
    ]),
  );
}

/** The methods that a path allows; empty when no endpoint has this path. */
export type AllowedMethods = (path: string) => readonly string[];

export function allowedMethods(endpoints: readonly Pick<Endpoint, "method" | "pattern">[]): AllowedMethods {
  const matchers = endpoints.map(({ method, pattern }) => ({ method, matcher: matcherOf(pattern) }));
  return (path) => {
    const withoutSlash = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const methods = new Set(matchers.filter(({ matcher }) => matcher.test(withoutSlash)).map(({ method }) => method));
    return [...methods].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  };
}

function matcherOf(pattern: string): RegExp {
  const literals = pattern.split(/\{\w+\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
