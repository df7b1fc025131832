import type { IncomingHttpHeaders } from "node:http";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import type { AdminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { type Identity, usesAdminCookie } from "../authentication/identify-caller.ts";
import type { AllowsOrigin } from "../request/allowed-origins.ts";

/**
 * Requires the session's CSRF token for writes that the admin cookie authenticates, because browsers send the cookie with requests of any
 * page. The token counts in the header `X-CSRF-Token` only. Throws 403.
 */
export function requireCsrfToken(
  http: HttpBinding,
  { adminCookie }: Identity,
  headers: IncomingHttpHeaders,
  cookies: AdminCookies,
  allowsOrigin: AllowsOrigin,
): void {
  if (http.method === "GET" || !adminCookie || !usesAdminCookie(http, headers)) return;
  const isTokenValid = cookies.isCsrfToken(headers["x-csrf-token"], adminCookie.sessionId);
  if (!isTokenValid || !isAllowedOrigin(headers, allowsOrigin)) throw new AppError("auth.csrf.invalid");
}

/** Whether a request comes from one of our pages. A client without `Origin` is no browser, so it passes. */
function isAllowedOrigin({ origin, host, "sec-fetch-site": site }: IncomingHttpHeaders, allowsOrigin: AllowsOrigin): boolean {
  if (site === "same-origin" || origin === undefined || allowsOrigin(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
