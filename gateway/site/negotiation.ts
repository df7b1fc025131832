import type { IncomingHttpHeaders } from "node:http";
import { parseCookie } from "cookie";
import Negotiator from "negotiator";
import type { Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";

export const LANGUAGE_COOKIE = "lang";
/** Set by the script while the browser shows a user. It chooses between two public pages, and proves nothing. */
const USER_COOKIE = "signed-in";

/** Whether a client wants HTML by name: `*` + `/*` of a program does not count. */
export function namesHtml({ accept = "" }: IncomingHttpHeaders): boolean {
  return new Negotiator({ headers: { accept } }).mediaTypes().includes("text/html");
}

/** `?lang=`, else the choice in the cookie, else Accept-Language. */
export function localeOf(query: URLSearchParams, headers: IncomingHttpHeaders): Locale {
  const chosen = query.get("lang") ?? parseCookie(headers.cookie ?? "")[LANGUAGE_COOKIE];
  return isLocale(chosen) ? chosen : pickLocale(headers["accept-language"]);
}

/** Whether a browser says that it shows a user. */
export function showsUser(headers: IncomingHttpHeaders): boolean {
  return parseCookie(headers.cookie ?? "")[USER_COOKIE] !== undefined;
}

/** The smallest encoding that the client accepts. */
export function encodingOf({ "accept-encoding": accepted = "" }: IncomingHttpHeaders): "br" | "gzip" | "identity" {
  const accepts = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["br", "gzip"]);
  return accepts.includes("br") ? "br" : accepts.includes("gzip") ? "gzip" : "identity";
}
