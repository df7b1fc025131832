import { implement } from "#libs/contract-kit/implement.ts";
import { adminLogin } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import type { AdminSession } from "../domain/admin-session.ts";
import { userAgentSummary } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { authenticate } from "../sign-in/authenticate.ts";
import { type ReportDeps, reportNewDevice } from "../sign-in/report-new-device.ts";
import { adminView } from "../views/user-view.ts";

type LoginDeps = Pick<
  Deps,
  "clock" | "config" | "transaction" | "credentials" | "adminSessions" | "adminCookies" | "passwords" | "lockout" | "captchaGate" | "audit"
> &
  ReportDeps;

const isAdmin = ({ roles }: User) => roles.some(isAdminRole);

/** POST /admin/auth/login (spec 5). A user without an admin role is refused like a wrong password, so the answer reveals no password. */
export const adminLoginAction = (deps: LoginDeps) =>
  implement(adminLogin, async ({ params, requestId }) => {
    const user = await authenticate(deps, params, "ADMIN_LOGIN", isAdmin);
    if (user.status !== "ACTIVE") throw new AppError("auth.account.deactivated");
    const device = deps.devices.read(params);
    const sessionId = uuid();
    const browser = { country: params.country ?? null, userAgentSummary: userAgentSummary(params.userAgent) };
    await reportNewDevice(deps, user, { sessionId, device, ...browser });
    const { admin, cookie, expiresAt } = await openAdminSession(deps, user, { sessionId, browser, requestId });
    return {
      sessionCookie: cookie,
      csrfToken: deps.adminCookies.csrfToken(sessionId),
      expiresAt: expiresAt.toISOString(),
      admin: adminView(admin),
      deviceToken: deps.devices.tokenFor(device, admin),
    };
  });

interface NewAdminSession {
  readonly sessionId: string;
  readonly browser: Pick<AdminSession, "userAgentSummary" | "country">;
  readonly requestId: string;
}

/**
 * Opens an admin session. Throws auth.login.invalid_credentials when the account was suspended, lost its role or changed its password
 * after `compared` was read.
 */
async function openAdminSession(
  { clock, config, transaction, credentials, adminSessions, adminCookies, audit }: LoginDeps,
  compared: User,
  { sessionId, browser, requestId }: NewAdminSession,
) {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + config.read("auth.admin_session_hours") * HOUR);
  const { cookie, secretHash } = adminCookies.issue({ sessionId, userId: compared._id, expiresAt });
  const admin = await transaction(async (tx) => {
    const current = await credentials.recordLogin(tx, compared, now);
    if (current?.status !== "ACTIVE" || !isAdmin(current)) throw new AppError("auth.login.invalid_credentials");
    await adminSessions.insert(tx, {
      _id: sessionId,
      userId: current._id,
      secretHash,
      ...browser,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      revoked: false,
      revokedAt: null,
      revokedReason: null,
      provenAt: now,
      amr: ["pwd"],
    });
    await audit.add(tx, { actor: current._id, action: "account.adminLogin", target: current._id, requestId });
    return current;
  });
  return { admin, cookie, expiresAt };
}
