import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "#libs/contract-kit/caller.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { type Permission, permissionsFor } from "#libs/policies/permissions.ts";
import { hasPermission, isAdminRole } from "#libs/policies/roles.ts";
import type { AdminSessions } from "./admin-sessions.ts";
import { type Identity, usesAdminCookie } from "./identify-caller.ts";

/**
 * The caller of a route; null for anonymous callers of public routes. Throws 401 without valid credentials, and 503 when the credentials
 * could not be verified.
 */
export async function requireCaller(
  http: HttpBinding,
  identity: Identity,
  headers: IncomingHttpHeaders,
  adminSessions: AdminSessions,
): Promise<Caller | null> {
  // A public route ignores bad credentials.
  if (http.auth === "public") return identity.revoked ? null : identity.caller;
  const caller = usesAdminCookie(http, headers) ? await cookieCaller(http, identity, headers, adminSessions) : bearerCaller(http, identity);
  if (!caller) throw new AppError("error.unauthorized");
  return caller;
}

/** What a page asks by itself does not prolong the session: a stream is opened again, and other calls say so. */
async function cookieCaller(
  { stream }: HttpBinding,
  { adminCookie }: Identity,
  headers: IncomingHttpHeaders,
  adminSessions: AdminSessions,
): Promise<Caller | null> {
  const isUnattended = stream === true || headers["x-unattended"] === "1";
  return adminCookie && (isUnattended ? adminSessions.watch(adminCookie) : adminSessions.callerOf(adminCookie));
}

/** Rejects the token of a revoked session, except on routes that are open to ended sessions or to deleted users. */
function bearerCaller(http: HttpBinding, identity: Identity): Caller | null {
  if (identity.failure) throw identity.failure;
  return isOpenTo(http, identity) ? identity.caller : null;
}

/** Whether a route takes the access token of a client: that of an ended session opens few routes. */
function isOpenTo({ openToEndedSessions, openToDeletedUsers }: HttpBinding, { revoked }: Pick<Identity, "revoked">): boolean {
  if (revoked === "DELETION") return openToEndedSessions === true;
  if (revoked === "USER_GONE") return openToDeletedUsers === true;
  return revoked === null;
}

/**
 * A bearer token opens routes of the administration only for as long as an admin session would last. Throws 401
 * auth.admin.sign_in_again: a refresh does not help, a step-up does.
 */
function requireRecentSignIn(
  http: HttpBinding,
  caller: Caller | null,
  headers: IncomingHttpHeaders,
  { clock, config }: Pick<Runtime, "clock" | "config">,
): void {
  if (http.auth !== "admin" || !caller || usesAdminCookie(http, headers)) return;
  const endsAt = caller.provenAt * SECOND + config.read("auth.admin_session_hours") * HOUR;
  if (clock.now().getTime() >= endsAt) throw new AppError("auth.admin.sign_in_again");
}

/** The permissions of a route that its caller has. */
export function heldPermissions({ permission }: HttpBinding, caller: Caller | null): readonly Permission[] {
  return permissionsFor(permission).filter((each) => caller !== null && hasPermission(caller.roles, each));
}

/** Throws 403 when the caller lacks the role or the permission of a route, or has a deactivated account. */
function requirePermission({ auth, permission, openDuringDeletion }: HttpBinding, caller: Caller | null): void {
  if (!caller || auth === "public") return;
  if (caller.accountStatus === "DEACTIVATED" && !openDuringDeletion) throw new AppError("auth.account.deactivated");
  if (auth === "bearer") return;
  const isAllowed = permission ? hasPermission(caller.roles, permission) : caller.roles.some(isAdminRole);
  if (!isAllowed) throw new AppError("error.forbidden");
}

/** Throws 403 auth.mfa.required on a route of the administration, for a caller who has given no second factor although staff must. */
function requireMfa({ auth, expiresCookie }: HttpBinding, caller: Caller | null, { config }: Pick<Runtime, "config">): void {
  // A session of one step from before can still be ended.
  if ((auth !== "admin" && auth !== "adminSession") || expiresCookie) return;
  if (config.read("auth.admin_mfa_required") && !caller?.amr.includes("mfa")) throw new AppError("auth.mfa.required");
}

/** Whether a route lets its caller in: role, permission, time of the sign-in, and second factor. Throws 401 and 403. */
export function requireAdmitted(
  http: HttpBinding,
  caller: Caller | null,
  headers: IncomingHttpHeaders,
  runtime: Pick<Runtime, "clock" | "config">,
): void {
  requirePermission(http, caller);
  requireRecentSignIn(http, caller, headers, runtime);
  requireMfa(http, caller, runtime);
}
