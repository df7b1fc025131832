import type { IncomingMessage } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { bearerTokenOf, type Identity } from "./identify-caller.ts";

/** Who is behind the admin session cookie of a request. Throws when a write lacks its CSRF token. */
export interface AdminSessions {
  callerOf(request: IncomingMessage): Promise<Caller | null>;
}

/**
 * The caller of a route, null for anonymous callers of public ones. Throws 401; 503 when the token cannot be judged.
 * A public route takes no notice of a bad token.
 */
export async function requireCaller(
  http: HttpBinding,
  identity: Identity,
  request: IncomingMessage,
  adminSessions: AdminSessions | null,
): Promise<Caller | null> {
  if (http.auth === "public") return identity.revoked ? null : identity.caller;
  const takesCookie = http.auth === "adminSession" || (http.auth === "admin" && bearerTokenOf(request.headers) === null);
  const caller = takesCookie ? await adminSessions?.callerOf(request) : bearerCaller(http, identity);
  if (!caller) throw new AppError("error.unauthorized");
  return caller;
}

/** A revoked session is dead, but for what its owner's deletion leaves open, and for routes that answer gone users themselves. */
function bearerCaller(http: HttpBinding, { caller, revoked, failure }: Identity): Caller | null {
  if (failure) throw failure;
  if (revoked === null) return caller;
  if (revoked === "DELETION" && http.openDuringDeletion) return caller;
  return revoked === "USER_GONE" && http.openToGoneUsers ? caller : null;
}
