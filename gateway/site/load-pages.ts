import type { Deps } from "../deps.ts";
import type { Router } from "../routing/find-endpoint.ts";
import type { Route } from "../routing/routes.ts";
import type { PagesModule, ServePage } from "./serve-page.ts";

/**
 * The name is computed, so that the type check of services does not include browser types. A bundle of the system holds the module as
 * JavaScript.
 */
const PAGES = new URL("./pages.tsx", import.meta.url).href;

/** Loads the pages and bundles their scripts and styles. Throws when a page or an asset cannot be built. */
export async function loadPages(deps: Deps, routes: readonly Route[], methodsOf: Router["methodsOf"]): Promise<ServePage> {
  if (PAGES.endsWith(".tsx")) (await import("./tsx-hook.ts")).loadTsx();
  const { pageServer } = (await import(PAGES)) as PagesModule;
  return pageServer(deps, routes, methodsOf);
}
