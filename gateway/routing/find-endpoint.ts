import findMyWay, { type HTTPMethod } from "find-my-way";
import { AppError } from "#libs/errors/app-error.ts";
import type { Endpoint, PathParams } from "./endpoints.ts";

interface FoundEndpoint {
  readonly endpoint: Endpoint;
  /** Throws 400 when they cannot be decoded. */
  readonly pathParams: () => PathParams;
}

/** The router of all paths of the gateway. */
export interface Router {
  /** Null: no endpoint has this method and path. */
  find(method: string, path: string): FoundEndpoint | null;
  /** The methods that a path allows; empty when no endpoint has this path. */
  methodsOf(path: string): readonly string[];
}

/** Node accepts no longer request head, so no parameter can be longer. */
const MAX_PARAM_LENGTH = 16_384;

/**
 * Finds endpoints by a radix tree. Literals are compared as sent: case counts, and an encoded character differs from a plain one. One slash
 * at the end is ignored; when finding an endpoint, so is a second one.
 */
export function routerOf(endpoints: readonly Endpoint[]): Router {
  const tree = findMyWay({ caseSensitive: true, maxParamLength: MAX_PARAM_LENGTH });
  for (const endpoint of endpoints)
    tree.on(endpoint.method as HTTPMethod, endpoint.pattern.replace(/\{(\w+)\}/g, ":$1"), () => undefined, endpoint);
  const methods = [...new Set(endpoints.map(({ method }) => method))];

  const lookUp = (method: string, path: string): { readonly endpoint: Endpoint; readonly raw: PathParams } | null => {
    // The tree would ignore the host of an absolute URL.
    if (!path.startsWith("/")) return null;
    const found = tree.find(method as HTTPMethod, asSent(path));
    if (!found || Object.values(found.params).includes("")) return null;
    return { endpoint: found.store as Endpoint, raw: found.params as PathParams };
  };
  return {
    find(method, path) {
      const found = lookUp(method, withoutSlash(withoutSlash(path)));
      return found && { endpoint: found.endpoint, pathParams: () => decoded(found.raw) };
    },
    methodsOf(path) {
      const found = methods.map((method) => lookUp(method, withoutSlash(path))?.endpoint).filter((endpoint) => endpoint !== undefined);
      const inOrder = found.sort((a, b) => endpoints.indexOf(a) - endpoints.indexOf(b));
      return inOrder.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    },
  };
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);

/** The tree decodes a path and cuts it at a fragment. With these characters encoded, it yields the path as sent. */
const asSent = (path: string): string => path.replace(/[%#;]/g, encodeURIComponent);

function decoded(raw: PathParams): PathParams {
  try {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new AppError("error.validation_failed");
  }
}
