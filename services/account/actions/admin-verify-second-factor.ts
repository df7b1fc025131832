import { implement } from "#libs/contract-kit/implement.ts";
import { adminVerifySecondFactor } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { User } from "../domain/user.ts";
import { type FactorDeps, requireMaySignIn, requireSecondFactor } from "../sign-in/second-factor.ts";
import { type AdminSessionDeps, adminSignedIn, isAdmin, requireActive } from "./admin-login.ts";

/** POST /admin/auth/mfa/verify */
export const adminVerifySecondFactorAction = (deps: AdminSessionDeps & FactorDeps) =>
  implement(adminVerifySecondFactor, async ({ params, requestId }) => {
    const { user, amr } = await requireSecondFactor(deps, params, "ADMIN_LOGIN", requireAdmitted);
    return adminSignedIn(deps, user, { client: params, amr, requestId });
  });

/** Answers what the login of an administrator would. */
function requireAdmitted(user: User): void {
  if (!isAdmin(user)) throw new AppError("auth.login.invalid_credentials");
  requireMaySignIn(user);
  requireActive(user);
}
