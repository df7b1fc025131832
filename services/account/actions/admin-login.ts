import { implement } from "#libs/contract-kit/implement.ts";
import { adminLogin } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import type { AdminSession } from "../domain/admin-session.ts";
import type { ProofMethod } from "../domain/proof.ts";
import { userAgentSummary } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { authenticate } from "../sign-in/authenticate.ts";
import type { DeviceProof } from "../sign-in/devices.ts";
import { requireFactorAdded } from "../sign-in/finish-sign-in.ts";
import { type ReportDeps, reportNewDevice } from "../sign-in/report-new-device.ts";
import { askForSecondFactor, hasSecondFactor } from "../sign-in/second-factor.ts";
import { adminView } from "../views/user-view.ts";

export type AdminSessionDeps = ReportDeps &
  Pick<Deps, "clock" | "config" | "transaction" | "credentials" | "adminSessions" | "adminCookies" | "audit">;
type LoginDeps = AdminSessionDeps &
  Pick<Deps, "passwords" | "lockout" | "captchaGate" | "challenges" | "secondFactors" | "recoveryCodes" | "users">;

/** The browser of an administrator who signs in. */
interface Client extends DeviceProof {
  readonly country?: string | undefined;
  readonly userAgent?: string | undefined;
}

interface SignIn {
  readonly client: Client;
  readonly amr: readonly ProofMethod[];
  readonly requestId: string;
}

export const isAdmin = ({ roles }: User) => roles.some(isAdminRole);

/** POST /admin/auth/login (spec 5). A user without an admin role is refused like a wrong password, so the answer reveals no password. */
export const adminLoginAction = (deps: LoginDeps) =>
  implement(adminLogin, async ({ params, requestId }) => {
    const user = await authenticate(deps, params, "ADMIN_LOGIN", isAdmin);
    requireActive(user);
    if (deps.config.read("auth.admin_mfa_required") && !hasSecondFactor(user)) throw new AppError("auth.mfa.enrolment_required");
    if (hasSecondFactor(user)) return askForSecondFactor(deps, user, "ADMIN_LOGIN", ["pwd"]);
    const signedIn = await tryAdminSignIn(deps, user, { client: params, amr: ["pwd"], requestId });
    return signedIn ?? askForSecondFactor(deps, await requireFactorAdded(deps, user), "ADMIN_LOGIN", ["pwd"]);
  });

/** Throws auth.account.deactivated for an account that awaits its deletion. */
export function requireActive({ status }: User): void {
  if (status !== "ACTIVE") throw new AppError("auth.account.deactivated");
}

/** As {@link tryAdminSignIn}, but throws auth.login.invalid_credentials instead. */
export async function adminSignedIn(deps: AdminSessionDeps, user: User, signIn: SignIn) {
  const signedIn = await tryAdminSignIn(deps, user, signIn);
  if (!signedIn) throw new AppError("auth.login.invalid_credentials");
  return signedIn;
}

/** Opens an admin session for a user who has given every proof; null when the account was changed after `user` was read. */
async function tryAdminSignIn(deps: AdminSessionDeps, user: User, signIn: SignIn) {
  const { country = null, userAgent, ...proof } = signIn.client;
  const device = deps.devices.read(proof);
  const sessionId = uuid();
  const browser = { country, userAgentSummary: userAgentSummary(userAgent) };
  await reportNewDevice(deps, user, { sessionId, device, ...browser });
  const opened = await openAdminSession(deps, user, { ...signIn, sessionId, browser });
  if (!opened) return null;
  const { admin, cookie, expiresAt } = opened;
  return {
    mfaRequired: false as const,
    sessionCookie: cookie,
    csrfToken: deps.adminCookies.csrfToken(sessionId),
    expiresAt: expiresAt.toISOString(),
    admin: adminView(admin),
    deviceToken: deps.devices.tokenFor(device, admin),
  };
}

interface NewAdminSession extends SignIn {
  readonly sessionId: string;
  readonly browser: Pick<AdminSession, "userAgentSummary" | "country">;
}

/** Opens an admin session; null when the account was suspended, or its second factors or the basis of the proof were changed, after `compared` was read. */
async function openAdminSession(
  { clock, config, transaction, credentials, adminSessions, adminCookies, audit }: AdminSessionDeps,
  compared: User,
  { sessionId, browser, amr, requestId }: NewAdminSession,
) {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + config.read("auth.admin_session_hours") * HOUR);
  const { cookie, secretHash } = adminCookies.issue({ sessionId, userId: compared._id, expiresAt });
  const admin = await transaction(async (tx) => {
    const current = await credentials.recordLogin(tx, compared, now);
    if (!current) return null;
    if (current.status !== "ACTIVE" || !isAdmin(current)) throw new AppError("auth.login.invalid_credentials");
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
      amr,
    });
    await audit.add(tx, { actor: current._id, action: "account.adminLogin", target: current._id, requestId });
    return current;
  }, compared._id);
  return admin && { admin, cookie, expiresAt };
}
