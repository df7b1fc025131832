import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { render } from "preact-render-to-string";
import type { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { RequestContext } from "../request/request-context.ts";
import { unlessKnown } from "../response/entity-tag.ts";
import { errorResponse } from "../response/error-envelope.ts";
import { type HttpResponse, sendResponse } from "../response/response.ts";
import type { Asset, Assets } from "./assets/assets.ts";
import { Document } from "./document.tsx";
import { errorView } from "./errors/error-view.tsx";
import { encodingOf, LANGUAGE_COOKIE, namesHtml } from "./negotiation.ts";
import type { Page, PageContext, Resource, View } from "./page.ts";

const HTML_TYPE = "text/html; charset=utf-8";
const VARY = "Accept, Accept-Language, Cookie, Accept-Encoding, Sec-GPC, Origin";
const YEAR_SECONDS = 31_536_000;
/** Below this size compression costs more than it saves. */
const SMALL_BYTES = 512;
/** Cache of renderings that are sent again without a service call. */
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 5_000;

/** Inline code does not run, and nothing is loaded from other hosts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types own-script",
].join("; ");

/** Web Share is missing on purpose: browsers allow it by default. Naming it would log a warning in every browser without it. */
const FEATURES = "clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()";

const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": FEATURES,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cache-Control": "private, no-cache",
  Vary: VARY,
} as const;

/** Framed pages may not submit forms, so clickjacking gains nothing. */
const framedHeaders = (framedBy: string) => ({
  "Content-Security-Policy": POLICY.replace("form-action 'self'", "form-action 'none'").replace("frame-ancestors 'none'", framedBy),
  "Cross-Origin-Resource-Policy": "cross-origin",
});

/** Pages with a token and pages for staff must not be stored, and their address must not leak. */
const SECRET_HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" } as const;

/** Sends the responses of pages. */
export interface PageResponses {
  /** The cached rendering of a page that was sent to another client shortly before; null when there is none. */
  remembered(context: RequestContext, page: Page, about: PageContext): HttpResponse | null;
  sendRemembered(context: RequestContext, response: HttpResponse): Promise<void>;
  sendView(context: RequestContext, page: Page, about: PageContext, view: View): Promise<void>;
  /** An error page for browsers, the envelope for programs. */
  sendError(context: RequestContext, about: PageContext, error: AppError): Promise<void>;
  sendResource(context: RequestContext, resource: Resource, body: string | Buffer): Promise<void>;
  sendAsset(context: RequestContext, file: string): Promise<void>;
  sendTracker(context: RequestContext): Promise<void>;
  /** @param status 301: the page has moved permanently */
  redirect(context: RequestContext, path: string, status: 301 | 303): void;
}

export function pageResponses(
  { env, logger, clock, config }: Pick<Runtime, "env" | "logger" | "clock" | "config">,
  assets: Assets,
): PageResponses {
  const perf = { now: () => clock.now().getTime() };
  const renderings = new LRUCache<string, HttpResponse>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS, ttlResolution: 0, perf });
  // A setting may change a page, and who may frame it.
  const keyOf = ({ locale, path, refusesTracking }: PageContext, { query }: RequestContext) =>
    JSON.stringify([path, locale, refusesTracking, query.toString(), config.revision()]);

  const document = (page: Pick<Page, "shell" | "isSecret">, about: PageContext, view: View): HttpResponse => {
    const started = performance.now();
    const body = `<!doctype html>${render(<Document page={page} about={about} view={view} assets={assets} />)}`;
    const timing = env.production ? {} : { "Server-Timing": `render;dur=${(performance.now() - started).toFixed(1)}` };
    return {
      status: view.status ?? 200,
      body,
      contentType: HTML_TYPE,
      headers: {
        ...PAGE_HEADERS,
        ...(view.framedBy === undefined ? {} : framedHeaders(view.framedBy)),
        ...(page.isSecret ? SECRET_HEADERS : { ETag: `"${sha256Hex(body).slice(0, 32)}"` }),
        ...view.headers,
        ...timing,
      },
    };
  };
  const sendDocument = (context: RequestContext, response: HttpResponse) => {
    const headers = { ...response.headers, ...isolation(context) };
    return send(context, { ...response, headers, ...languageChoice(context, env.production) });
  };

  return {
    remembered: (context, page, about) =>
      page.isRemembered && context.request.method === "GET" ? (renderings.get(keyOf(about, context)) ?? null) : null,
    sendRemembered: sendDocument,
    async sendView(context, page, about, view) {
      const response = document(page, about, view);
      const isShared = page.isRemembered && context.request.method === "GET" && response.status === 200 && !view.isIncomplete;
      if (isShared) renderings.set(keyOf(about, context), response);
      await sendDocument(context, response);
    },
    async sendError(context, about, error) {
      const envelope = errorResponse(error, context, logger);
      if (!namesHtml(context.request.headers)) return sendResponse(context, envelope);
      const response = document({ shell: "public" }, about, errorView(error, about));
      const headers = { ...response.headers, ...envelope.headers, ...isolation(context), "Cache-Control": "no-store" };
      await send(context, { ...response, headers });
    },
    async sendResource(context, { contentType, maxAgeSeconds }, body) {
      const bytes = Buffer.from(body);
      await sendFile(
        context,
        { contentType, body: bytes, tag: tagOf(bytes), encoded: (encoding) => compressed(bytes, encoding) },
        `public, max-age=${maxAgeSeconds}`,
      );
    },
    async sendAsset(context, file) {
      const found = assets.find(file);
      if (!found) return sendResponse(context, { status: 404, body: "", contentType: "text/plain; charset=utf-8" });
      await sendFile(context, found.asset, found.isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store");
    },
    sendTracker: (context) => sendFile(context, assets.tracker, "public, max-age=3600"),
    redirect(context, path, status) {
      const query = context.query.size > 0 && !/[?#]/.test(path) ? `?${context.query}` : "";
      sendResponse(context, { status, body: "", headers: { Location: path + query } });
    },
  };
}

/**
 * No other window may hold the page. Over plain http, browsers ignore this header and log an error; there they do not name the destination
 * of a request either.
 */
function isolation({ request }: RequestContext): Readonly<Record<string, string>> {
  return request.headers["sec-fetch-dest"] === undefined ? {} : { "Cross-Origin-Opener-Policy": "same-origin" };
}

/** A choice by `?lang=` is stored in a cookie for later pages. */
function languageChoice({ query }: RequestContext, production: boolean): { cookies?: string[] } {
  const chosen = query.get("lang");
  if (chosen === null || !/^[a-z]{2}$/.test(chosen)) return {};
  return { cookies: [`${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${production ? "; Secure" : ""}`] };
}

async function send(context: RequestContext, response: HttpResponse): Promise<void> {
  const sent = unlessKnown(response, context.request.headers["if-none-match"]);
  const encoding = encodingOf(context.request.headers);
  if (encoding === "identity" || sent.body.length < SMALL_BYTES) return sendResponse(context, sent);
  const body = await compressed(Buffer.from(sent.body), encoding);
  sendResponse(context, { ...sent, body, headers: { ...sent.headers, "Content-Encoding": encoding } });
}

async function sendFile(
  context: RequestContext,
  file: Pick<Asset, "contentType" | "body" | "tag" | "encoded">,
  cacheControl: string,
): Promise<void> {
  const headers = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": cacheControl,
    ETag: `"${file.tag}"`,
    Vary: "Accept-Encoding",
  };
  const known = unlessKnown({ status: 200, body: "", headers }, context.request.headers["if-none-match"]);
  if (known.status === 304) return sendResponse(context, known);
  const encoding = encodingOf(context.request.headers);
  const isText = /^text\/|json|javascript|svg|xml/.test(file.contentType);
  if (encoding === "identity" || !isText) return sendResponse(context, { ...known, contentType: file.contentType, body: file.body });
  sendResponse(context, {
    ...known,
    contentType: file.contentType,
    body: await file.encoded(encoding),
    headers: { ...headers, "Content-Encoding": encoding },
  });
}

const tagOf = (body: Buffer): string => sha256Hex(body.toString("latin1")).slice(0, 32);

/** A quality at which compressing a page takes about a millisecond. */
function compressed(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br"
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : promisify(gzip)(body);
}
