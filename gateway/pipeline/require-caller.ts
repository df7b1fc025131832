import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { AdminSessions } from "./admin-sessions.ts";
import { comesByCookie } from "./credential.ts";
import type { Identity } from "./identify-caller.ts";

/**
 * The caller of a route, null for anonymous callers of public ones. Throws 401; 503 when the token or the admin session
 * cannot be judged. A public route takes no notice of a bad token.
 */
export async function requireCaller(
  http: HttpBinding,
  identity: Identity,
  headers: IncomingHttpHeaders,
  adminSessions: AdminSessions,
): Promise<Caller | null> {
  if (http.auth === "public") return identity.revoked ? null : identity.caller;
  const caller = comesByCookie(http, headers) ? await cookieCaller(identity, adminSessions) : bearerCaller(http, identity);
  if (!caller) throw new AppError("error.unauthorized");
  return caller;
}

async function cookieCaller({ adminCookie }: Identity, adminSessions: AdminSessions): Promise<Caller | null> {
  return adminCookie && adminSessions.callerOf(adminCookie);
}

/** A revoked session is dead, but for what its owner's deletion leaves open, and for routes that answer gone users themselves. */
function bearerCaller(http: HttpBinding, { caller, revoked, failure }: Identity): Caller | null {
  if (failure) throw failure;
  if (revoked === null) return caller;
  if (revoked === "DELETION" && http.openToEndedSessions) return caller;
  return revoked === "USER_GONE" && http.openToGoneUsers ? caller : null;
}
