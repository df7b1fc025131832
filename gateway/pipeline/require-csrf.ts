import type { IncomingHttpHeaders } from "node:http";
import type { AdminCookies } from "#libs/contract-kit/admin-cookie.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { comesByCookie } from "./credential.ts";
import type { Identity } from "./identify-caller.ts";

/**
 * A browser sends the cookie by itself: a write must prove that a page of ours asked for it, with the token of this very
 * session in the header. Throws 403. A token in query or body does not count.
 */
export function requireCsrf(
  http: HttpBinding,
  { adminCookie }: Identity,
  headers: IncomingHttpHeaders,
  cookies: AdminCookies,
  origins: ReadonlySet<string>,
): void {
  if (http.method === "GET" || !adminCookie || !comesByCookie(http, headers)) return;
  const proven = cookies.isCsrfToken(headers["x-csrf-token"], adminCookie.sessionId);
  if (!proven || !isOurOrigin(headers, origins)) throw new AppError("auth.csrf.invalid");
}

/** Pages of other sites have no business here, even with a token. A client that is no browser names no origin. */
function isOurOrigin({ origin, host, "sec-fetch-site": site }: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (site === "same-origin" || origin === undefined || origins.has(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
