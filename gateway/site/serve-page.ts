import type { Deps } from "../deps.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Router } from "../routing/find-endpoint.ts";
import type { Route } from "../routing/routes.ts";

/** Responds to requests for pages and their files; false when a request is for something else. */
export type ServePage = (context: RequestContext) => boolean;

/** The exports of `pages.tsx`. Only the gateway loads it, after the hook that lets Node read JSX. */
export interface PagesModule {
  pageServer(deps: Deps, routes: readonly Route[], methodsOf: Router["methodsOf"]): Promise<ServePage>;
}
