import type { IncomingHttpHeaders } from "node:http";
import findMyWay from "find-my-way";
import { issueTrackingToken } from "#libs/contracts/analytics/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";
import { countRequest } from "../pipeline/rate-limit.ts";
import type { RequestContext } from "../request/request-context.ts";
import { toAppError } from "../response/error-envelope.ts";
import type { PathParams } from "../routing/endpoints.ts";
import { API_PREFIX } from "../routing/routes.ts";
import { asking } from "./ask.ts";
import type { Assets } from "./assets/assets.ts";
import { bundleAssets } from "./assets/bundle-assets.ts";
import { formFields } from "./form.ts";
import { unsubscribeAddress } from "./forms/unsubscribe.page.tsx";
import { namesHtml, showsUser } from "./negotiation.ts";
import { OUTCOME, type Outcome, type Outcomes, outcomes } from "./outcomes.ts";
import type { Page, PageContext, PageForm, Resource, View } from "./page.ts";
import { type ContextOf, pageContexts } from "./page-context.ts";
import { type PageResponses, pageResponses } from "./page-responses.tsx";
import { INTERFACE_SEGMENTS, PAGES, RESOURCES, requireReservedSegments } from "./page-table.ts";
import type { PagesModule, ServePage } from "./serve-page.ts";

type Served = { readonly page: Page } | { readonly resource: Resource };
type Found = Served & { readonly params: PathParams };

/** All pages share one limit of their own, separate from the API routes. */
const LIMITED = { contract: { name: "pages", http: { method: "GET", path: "", auth: "public", limit: "pages" } } } as const;

const bundled = new Map<boolean, Promise<Assets>>();

/** All gateways of a process share the assets, so they are bundled and compressed once. A failure is not cached. */
function assetsOfProcess(production: boolean): Promise<Assets> {
  const assets = bundled.get(production) ?? bundleAssets(production);
  bundled.set(production, assets);
  assets.catch(() => bundled.delete(production));
  return assets;
}

/** Serves the pages of the table. Throws when the assets cannot be bundled. */
export const pageServer: PagesModule["pageServer"] = async (deps, routes, methodsOf) => {
  const { runtime } = deps;
  requireReservedSegments();
  const responses = pageResponses(runtime, await assetsOfProcess(runtime.env.production));
  const contextOf = pageContexts(runtime, asking(deps, routes), trackingTokens(deps));
  const known = outcomes(runtime);
  const find = finder();

  const serve: ServePage = (context) => {
    const { path, request } = context;
    const [first = ""] = path.slice(1).split("/", 1);
    const unsubscribe = request.method === "GET" && namesHtml(request.headers) ? unsubscribeAddress(path) : null;
    if (unsubscribe !== null) {
      responses.redirect(context, unsubscribe, 303);
      return true;
    }
    if (INTERFACE_SEGMENTS.has(first)) return false;
    const found = forReader(find(path), request.headers);
    const canonical = canonicalOf(path);
    if (request.method === "GET" && canonical !== path && isUnknown(found) && find(canonical)) {
      responses.redirect(context, canonical, 301);
      return true;
    }
    const isForm = request.method === "POST" && found !== null && "page" in found && found.page.form !== undefined;
    if (request.method !== "GET" && !isForm) return false;
    const wantsHtml = namesHtml(request.headers);
    const isShared = path !== "/" && methodsOf(API_PREFIX + path).length > 0;
    if (isShared && !wantsHtml) return false;
    if (first === "assets") {
      context.route = "/assets/{file}";
      void responses.sendAsset(context, path.slice("/assets/".length));
      return true;
    }
    if (path === "/t.js") {
      context.route = path;
      void responses.sendTracker(context);
      return true;
    }
    if (!found) {
      if (!wantsHtml) return false;
      void answer({ ...deps, known }, responses, contextOf, context, null);
      return true;
    }
    context.route = "page" in found ? found.page.path : found.resource.path;
    void answer({ ...deps, known }, responses, contextOf, context, found);
    return true;
  };
  return serve;
};

/** A page is sent even when analytics does not answer. */
function trackingTokens({ services, runtime: { logger } }: Pick<Deps, "services" | "runtime">): PageContext["trackingToken"] {
  return async (bioPageId) => {
    try {
      return (await services.call(issueTrackingToken, { bioPageId }, { timeout: SECOND, tracking: false })).token;
    } catch (err) {
      logger.warn({ err }, "tracking token unavailable; the tracker fetches one before it records a visit");
      return null;
    }
  };
}

/** Sends the page or the file; `found` is null for an unknown path. An error becomes its error page. */
async function answer(
  { runtime, known }: Pick<Deps, "runtime"> & { readonly known: Outcomes },
  responses: PageResponses,
  contextOf: ContextOf,
  context: RequestContext,
  found: Found | null,
): Promise<void> {
  const page = contextOf(context, found?.params ?? {});
  try {
    const remembered = found && "page" in found ? responses.remembered(context, found.page, page) : null;
    if (remembered) return await responses.sendRemembered(context, remembered);
    const limited = await countRequest(runtime, LIMITED, null, context);
    if (limited) throw limited;
    if (!found) throw new AppError("error.not_found");
    if ("resource" in found) return await responses.sendResource(context, found.resource, await found.resource.body(page));
    const { form } = found.page;
    if (form && context.request.method === "POST") return responses.redirect(context, await addressAfter(form, context, page, known), 303);
    const outcome = form ? known.open(context.query.get(OUTCOME), context.path) : null;
    if (!form || !outcome) return await responses.sendView(context, found.page, page, await found.page.view(page));
    const view = await viewAfter(form, outcome, page);
    await responses.sendView(context, { path: found.page.path, shell: found.page.shell, isSecret: true, view: () => view }, page, view);
  } catch (error) {
    const shown = toAppError(error);
    if (!shown) runtime.logger.error({ err: error, correlationId: context.correlationId, route: context.route }, "page failed");
    await responses.sendError(context, page, shown ?? new AppError("error.internal"));
  }
}

/** Sends a form, and returns the address that shows what became of it. Throws what may be otherwise at the next attempt. */
async function addressAfter(form: PageForm, context: RequestContext, page: PageContext, sealing: Outcomes): Promise<string> {
  const typed = await formFields(context, page.site);
  const fields = Object.fromEntries([...typed].filter(([name]) => form.keeps.includes(name)));
  const refusal = await form.send(typed, page).then(
    (reply) => void Object.assign(fields, form.learns?.(reply)),
    (error: unknown) => {
      const known = toAppError(error);
      if (!known || known.code >= 500) throw error;
      return known;
    },
  );
  const query = new URLSearchParams(context.query);
  query.set(OUTCOME, sealing.seal({ refusal: refusal ?? null, fields }, context.path));
  return `${context.path}?${query}`;
}

/** Throws a refusal that the page does not show itself. */
function viewAfter({ refusals, outcome }: PageForm, about: Outcome, page: PageContext): View | Promise<View> {
  if (about.refusal && !refusals.includes(about.refusal.key)) throw about.refusal;
  return outcome(about, page);
}

/** The page for a user, where users get another one than visitors. */
function forReader(found: Found | null, headers: IncomingHttpHeaders): Found | null {
  const page = found && "page" in found ? found.page.forUsers : undefined;
  return found && page && showsUser(headers) ? { page, params: found.params } : found;
}

/** Finds pages and files by their path; static paths win over parameters. */
function finder(): (path: string) => Found | null {
  const router = findMyWay({ caseSensitive: true });
  const add = (path: string, store: Served) => router.on("GET", path.replace(/\{(\w+)\}/g, ":$1"), () => undefined, store);
  for (const page of PAGES) add(page.path, { page });
  for (const resource of RESOURCES) add(resource.path, { resource });
  return (path) => {
    const found = router.find("GET", path);
    // An empty segment is no name. A path such as `//host` would redirect to another host.
    if (!found || Object.values(found.params).includes("")) return null;
    return { ...(found.store as Served), params: found.params as PathParams };
  };
}

/** Whether the path is unknown or names a creator. Only such paths may be redirected to their canonical form. */
function isUnknown(found: Found | null): boolean {
  return found === null || found.params.username !== undefined;
}

/** Lower case, without slashes at the end. */
function canonicalOf(path: string): string {
  return path.replace(/(?!^)\/+$/, "").toLowerCase();
}
