import type { Service, ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { adminLoginAction } from "./actions/admin-login.ts";
import { adminLogoutAction } from "./actions/admin-logout.ts";
import { changePasswordAction } from "./actions/change-password.ts";
import { claimCreatorIdentityAction } from "./actions/claim-creator-identity.ts";
import { forgotPasswordAction } from "./actions/forgot-password.ts";
import { getAdminAction } from "./actions/get-admin.ts";
import { getAdminSessionAction } from "./actions/get-admin-session.ts";
import { getCsrfTokenAction } from "./actions/get-csrf-token.ts";
import { getMeAction } from "./actions/get-me.ts";
import { getMessagingPartyAction } from "./actions/get-messaging-party.ts";
import { getPublicKeysAction } from "./actions/get-public-keys.ts";
import { listRevokedSessionsAction } from "./actions/list-revoked-sessions.ts";
import { listSessionsAction } from "./actions/list-sessions.ts";
import { loginAction } from "./actions/login.ts";
import { logoutAction } from "./actions/logout.ts";
import { refreshAction } from "./actions/refresh.ts";
import { registerAction } from "./actions/register.ts";
import { releaseCreatorIdentityAction } from "./actions/release-creator-identity.ts";
import { resendVerificationAction } from "./actions/resend-verification.ts";
import { resetPasswordAction } from "./actions/reset-password.ts";
import { revokeSessionAction } from "./actions/revoke-session.ts";
import { setUserStatusAction } from "./actions/set-user-status.ts";
import { settleCreatorIdentityAction } from "./actions/settle-creator-identity.ts";
import { updateMeAction } from "./actions/update-me.ts";
import { verifyEmailAction } from "./actions/verify-email.ts";
import { liveDeps } from "./deps.ts";
import { ensureAdmin } from "./ensure-admin.ts";

/** Users, sign-in, sessions and usernames (spec 2.4, 2.5, 5; the account's part of 4.3). */
export function accountService(runtime: Runtime): ServiceSchema & DurableParts {
  const deps = liveDeps(runtime);
  return {
    name: "account",
    actions: {
      register: registerAction(deps),
      verifyEmail: verifyEmailAction(deps),
      resendVerification: resendVerificationAction(deps),
      login: loginAction(deps),
      refresh: refreshAction(deps),
      logout: logoutAction(deps),
      getMe: getMeAction(deps),
      updateMe: updateMeAction(deps),
      listSessions: listSessionsAction(deps),
      revokeSession: revokeSessionAction(deps),
      forgotPassword: forgotPasswordAction(deps),
      resetPassword: resetPasswordAction(deps),
      changePassword: changePasswordAction(deps),
      getPublicKeys: getPublicKeysAction(deps),
      adminLogin: adminLoginAction(deps),
      adminLogout: adminLogoutAction(deps),
      getAdmin: getAdminAction(deps),
      getCsrfToken: getCsrfTokenAction(deps),
      getAdminSession: getAdminSessionAction(deps),
      setUserStatus: setUserStatusAction(deps),
      getMessagingParty: getMessagingPartyAction(deps),
      claimCreatorIdentity: claimCreatorIdentityAction(deps),
      releaseCreatorIdentity: releaseCreatorIdentityAction(deps),
      settleCreatorIdentity: settleCreatorIdentityAction(deps),
      listRevokedSessions: listRevokedSessionsAction(deps),
    },
    outbox: deps.outbox,
    created(this: Service) {
      deps.hints.bind(this.broker);
    },
    async started() {
      await ensureIndexes(runtime.database("account"));
      await ensureAdmin(deps, runtime.env.bootstrapAdmin);
    },
  };
}
