import type { PathParams } from "./app-page.ts";

export interface FoundRoute<Route> {
  readonly route: Route;
  readonly params: PathParams;
}

/** The route for a path, with its parameters, which are written {name} in a route. */
export function findRoute<Route extends { readonly path: string }>(routes: readonly Route[], path: string): FoundRoute<Route> | null {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const match = pattern.exec(path);
    if (match) return { route, params: { ...match.groups } };
  }
  return null;
}
