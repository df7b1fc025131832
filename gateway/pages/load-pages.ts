import type { Deps } from "../deps.ts";
import type { AllowedMethods } from "../routing/endpoints.ts";
import type { Route } from "../routing/routes.ts";
import type { PagesModule, ServePage } from "./serve-page.ts";
import { loadTsx } from "./tsx-hook.ts";

/** A name that is computed, so that the types of browsers stay out of the services. */
const PAGES: string = "./pages.tsx";

/** Loads the pages and bundles their scripts and styles. Throws when a page or an asset cannot be made. */
export async function loadPages(deps: Deps, routes: readonly Route[], methodsOf: AllowedMethods): Promise<ServePage> {
  loadTsx();
  const { pageServer } = (await import(PAGES)) as PagesModule;
  return pageServer(deps, routes, methodsOf);
}
