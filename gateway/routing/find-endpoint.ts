import findMyWay, { type HTTPMethod } from "find-my-way";
import type { Endpoint, PathParams } from "./endpoints.ts";

interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly pathParams: PathParams;
}

/** The endpoint of a method and a path, or null when that is not plain to see: then moleculer-web decides, which tries one alias after the other. */
export type FindEndpoint = (method: string, path: string) => FoundEndpoint | null;

/**
 * Finds endpoints by a radix tree. It knows only what both routers take the same way: an encoded character, a whole address, a fragment, a trailing slash, an
 * empty segment or an unknown path goes to moleculer-web.
 */
export function findEndpoint(endpoints: readonly Endpoint[]): FindEndpoint {
  const router = findMyWay({ caseSensitive: true });
  for (const endpoint of endpoints) {
    router.on(endpoint.method as HTTPMethod, endpoint.pattern.replace(/\{(\w+)\}/g, ":$1"), () => undefined, endpoint);
  }
  return (method, path) => {
    if (!path.startsWith("/") || /[%#;]/.test(path)) return null;
    const found = router.find(method as HTTPMethod, path);
    if (!found) return null;
    const pathParams = found.params as PathParams;
    for (const name in pathParams) if (pathParams[name] === "") return null;
    return { endpoint: found.store as Endpoint, pathParams };
  };
}
