import { implement } from "#libs/contract-kit/implement.ts";
import { isAdminRole } from "#libs/contract-kit/roles.ts";
import { adminLogin } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { authenticate } from "../authenticate.ts";
import type { Deps } from "../deps.ts";
import { adminView } from "../domain/admin-view.ts";
import type { User } from "../domain/user.ts";

type LoginDeps = Pick<
  Deps,
  | "clock"
  | "config"
  | "transaction"
  | "users"
  | "credentials"
  | "adminSessions"
  | "adminCookies"
  | "passwords"
  | "lockout"
  | "captchas"
  | "audit"
>;

const isAdmin = ({ roles }: User) => roles.some(isAdminRole);

/** Somebody without an admin role is refused like a wrong password: the answer does not tell whose passwords are right. */
export const adminLoginAction = (deps: LoginDeps) =>
  implement(adminLogin, async ({ params, requestId }) => {
    await deps.captchas.passToLogin(params.email, params.captchaToken);
    const user = await authenticate(deps, params, isAdmin);
    if (user.status !== "ACTIVE") throw new AppError("auth.account.deactivated");
    const { admin, sessionId, cookie, expiresAt } = await openSession(deps, user, requestId);
    await deps.lockout.succeeded(params.email);
    return {
      sessionCookie: cookie,
      csrfToken: deps.adminCookies.csrfToken(sessionId),
      expiresAt: expiresAt.toISOString(),
      admin: adminView(admin),
    };
  });

/** Opens a session unless the account was suspended, lost its role or changed its password since that was compared. */
async function openSession(
  { clock, config, transaction, credentials, adminSessions, adminCookies, audit }: LoginDeps,
  compared: User,
  requestId: string,
) {
  const now = clock.now();
  const sessionId = uuid();
  const expiresAt = new Date(now.getTime() + config.read("auth.admin_session_hours") * HOUR);
  const { cookie, secretHash } = adminCookies.issue({ sessionId, userId: compared._id, expiresAt });
  const admin = await transaction(async (tx) => {
    const current = await credentials.noteLogin(tx, compared, now);
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
    });
    await audit.add(tx, { actor: current._id, action: adminLogin.name, target: current._id, requestId });
    return current;
  });
  return { admin, sessionId, cookie, expiresAt };
}
