import { join } from "node:path";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { siteLineIn } from "#libs/platform/config/key.ts";
import { commandFor } from "#libs/platform/env/local-start.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { PathParams } from "../routing/endpoints.ts";
import { formatsOf } from "../ui/formats.ts";
import { textsOf } from "../ui/texts.ts";
import { localeOf } from "./negotiation.ts";
import type { Ask, PageContext, Site } from "./page.ts";

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

export type ContextOf = (context: RequestContext, params: PathParams) => PageContext;

/** Builds the context of a page from a request. */
export function pageContexts(
  { config, env, clock }: Pick<Runtime, "config" | "env" | "clock">,
  asking: (context: RequestContext) => Ask,
  trackingToken: PageContext["trackingToken"],
): ContextOf {
  return (context, params) => {
    const { request, query, path, correlationId } = context;
    const locale = localeOf(query, request.headers);
    const site: Site = {
      name: config.read("siteName"),
      copyrightHolder: config.read("copyrightHolder"),
      tagline: siteLineIn(config.read("tagline"), locale),
      publicHost: config.read("site.public_host").replace(/\/+$/, ""),
      supportEmail: config.read("site.support_email"),
      testPayments: config.read("provider.payment") === "sandbox",
      production: env.production,
      seedCommand: env.production ? null : commandFor("seed", env.dataDir),
    };
    return {
      site,
      locale,
      ...languageOf(locale),
      path: decoded(path),
      params,
      query,
      refusesTracking: request.headers["sec-gpc"] === "1" && config.read("analytics.respect_gpc"),
      correlationId,
      mailFolder: isLocal(context) && !env.production && config.read("provider.email") === "folder" ? join(env.dataDir, "mail") : null,
      now: clock.now().getTime(),
      config,
      ask: asking(context),
      trackingToken,
    };
  };
}

const languages = new Map<Locale, Pick<PageContext, "t" | "formats">>();

/** Texts and formats of a language, created once, because every request of a page needs them. */
function languageOf(locale: Locale): Pick<PageContext, "t" | "formats"> {
  const known = languages.get(locale) ?? {
    t: textsOf({ ...bundleOf(DEFAULT_LOCALE), ...bundleOf(locale) }, locale),
    formats: formatsOf(locale, "UTC"),
  };
  languages.set(locale, known);
  return known;
}

/** Whether the reader uses this machine: neither the peer nor the address it forwards for is remote. */
function isLocal({ request, limitedAddress }: RequestContext): boolean {
  return [request.socket.remoteAddress ?? "", limitedAddress].every((address) => LOOPBACK.test(address));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
