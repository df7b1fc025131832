import type { Deps } from "../deps.ts";
import type { Router } from "../routing/find-endpoint.ts";
import type { Route } from "../routing/routes.ts";
import type { PagesModule, ServePage } from "./serve-page.ts";

/** A name that is computed, so that the types of browsers stay out of the services. A bundle of the system holds it as JavaScript. */
const PAGES = new URL("./pages.tsx", import.meta.url).href;

/** Loads the pages and bundles their scripts and styles. Throws when a page or an asset cannot be made. */
export async function loadPages(deps: Deps, routes: readonly Route[], methodsOf: Router["methodsOf"]): Promise<ServePage> {
  if (PAGES.endsWith(".tsx")) (await import("./tsx-hook.ts")).loadTsx();
  const { pageServer } = (await import(PAGES)) as PagesModule;
  return pageServer(deps, routes, methodsOf);
}
