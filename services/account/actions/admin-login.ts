import { implement } from "#libs/contract-kit/implement.ts";
import { adminLogin } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import type { ProofMethod } from "../domain/proof.ts";
import type { User } from "../domain/user.ts";
import { authenticate } from "../sign-in/authenticate.ts";
import { askForSecondFactor, hasSecondFactor } from "../sign-in/second-factor.ts";
import { adminView } from "../views/user-view.ts";

export type AdminSessionDeps = Pick<Deps, "clock" | "config" | "transaction" | "credentials" | "adminSessions" | "adminCookies" | "audit">;
type LoginDeps = AdminSessionDeps & Pick<Deps, "passwords" | "lockout" | "captchaGate" | "challenges" | "secondFactors" | "recoveryCodes">;

/** The proof of the first step. */
const FIRST = ["pwd"] as const;

export const isAdmin = ({ roles }: User) => roles.some(isAdminRole);

/** POST /admin/auth/login (spec 5). A user without an admin role is refused like a wrong password, so the answer reveals no password. */
export const adminLoginAction = (deps: LoginDeps) =>
  implement(adminLogin, async ({ params, requestId }) => {
    const user = await authenticate(deps, params, isAdmin);
    requireActive(user);
    return hasSecondFactor(user) ? askForSecondFactor(deps, user, "ADMIN_LOGIN", FIRST) : adminSignedIn(deps, user, FIRST, requestId);
  });

/** Throws auth.account.deactivated for an account that awaits its deletion. */
export function requireActive({ status }: User): void {
  if (status !== "ACTIVE") throw new AppError("auth.account.deactivated");
}

/** Opens an admin session for a user who has given every proof. */
export async function adminSignedIn(deps: AdminSessionDeps, user: User, amr: readonly ProofMethod[], requestId: string) {
  const { admin, sessionId, cookie, expiresAt } = await openAdminSession(deps, user, amr, requestId);
  return {
    mfaRequired: false as const,
    sessionCookie: cookie,
    csrfToken: deps.adminCookies.csrfToken(sessionId),
    expiresAt: expiresAt.toISOString(),
    admin: adminView(admin),
  };
}

/**
 * Opens an admin session. Throws auth.login.invalid_credentials when the account was suspended, lost its role or changed its password
 * after `compared` was read.
 */
async function openAdminSession(
  { clock, config, transaction, credentials, adminSessions, adminCookies, audit }: AdminSessionDeps,
  compared: User,
  amr: readonly ProofMethod[],
  requestId: string,
) {
  const now = clock.now();
  const sessionId = uuid();
  const expiresAt = new Date(now.getTime() + config.read("auth.admin_session_hours") * HOUR);
  const { cookie, secretHash } = adminCookies.issue({ sessionId, userId: compared._id, expiresAt });
  const admin = await transaction(async (tx) => {
    const current = await credentials.recordLogin(tx, compared, now);
    if (current?.status !== "ACTIVE" || !isAdmin(current)) throw new AppError("auth.login.invalid_credentials");
    await adminSessions.insert(tx, {
      _id: sessionId,
      userId: current._id,
      secretHash,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      revoked: false,
      revokedAt: null,
      revokedReason: null,
      provenAt: now,
      amr,
    });
    await audit.add(tx, { actor: current._id, action: "account.adminLogin", target: current._id, requestId });
    return current;
  });
  return { admin, sessionId, cookie, expiresAt };
}
