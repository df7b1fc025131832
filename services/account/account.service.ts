import type { Service, ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { erasureLedger } from "#libs/personal-data/erasure-ledger.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { adminLoginAction } from "./actions/admin-login.ts";
import { adminLogoutAction } from "./actions/admin-logout.ts";
import { cancelDeletionAction } from "./actions/cancel-deletion.ts";
import { changePasswordAction } from "./actions/change-password.ts";
import { claimCreatorIdentityAction } from "./actions/claim-creator-identity.ts";
import { completeOAuthAction } from "./actions/complete-oauth.ts";
import { deleteWithPasswordAction } from "./actions/delete-with-password.ts";
import { downloadExportAction } from "./actions/download-export.ts";
import { findVerifiedUserAction } from "./actions/find-verified-user.ts";
import { forgotPasswordAction } from "./actions/forgot-password.ts";
import { getAdminAction } from "./actions/get-admin.ts";
import { getAdminSessionAction } from "./actions/get-admin-session.ts";
import { getCaptchaAction } from "./actions/get-captcha.ts";
import { getContactAction } from "./actions/get-contact.ts";
import { getCsrfTokenAction } from "./actions/get-csrf-token.ts";
import { getMeAction } from "./actions/get-me.ts";
import { getMessagingPartiesAction } from "./actions/get-messaging-parties.ts";
import { getMessagingPartyAction } from "./actions/get-messaging-party.ts";
import { getPublicKeysAction } from "./actions/get-public-keys.ts";
import { listAllGdprRequestsAction } from "./actions/list-all-gdpr-requests.ts";
import { listGdprRequestsAction } from "./actions/list-gdpr-requests.ts";
import { listRevokedSessionsAction } from "./actions/list-revoked-sessions.ts";
import { listSessionsAction } from "./actions/list-sessions.ts";
import { loginAction } from "./actions/login.ts";
import { logoutAction } from "./actions/logout.ts";
import { refreshAction } from "./actions/refresh.ts";
import { registerAction } from "./actions/register.ts";
import { releaseCreatorIdentityAction } from "./actions/release-creator-identity.ts";
import { requestDeletionAction } from "./actions/request-deletion.ts";
import { requestExportAction } from "./actions/request-export.ts";
import { resendVerificationAction } from "./actions/resend-verification.ts";
import { resetPasswordAction } from "./actions/reset-password.ts";
import { revokeSessionAction } from "./actions/revoke-session.ts";
import { setUserStatusAction } from "./actions/set-user-status.ts";
import { settleCreatorIdentityAction } from "./actions/settle-creator-identity.ts";
import { startOAuthAction } from "./actions/start-oauth.ts";
import { testProviderAction } from "./actions/test-provider.ts";
import { updateMeAction } from "./actions/update-me.ts";
import { verifyEmailAction } from "./actions/verify-email.ts";
import { liveDeps } from "./deps.ts";
import { ensureAdmin } from "./ensure-admin.ts";
import { gdprJobs } from "./gdpr/jobs.ts";
import { accountPersonalData } from "./personal-data.ts";

/** Users, sign-in, sessions and usernames (spec 2.4, 2.5, 5; the account's part of 4.3). */
export function accountService(runtime: Runtime): ServiceSchema & DurableParts & JobParts & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("account");
  const personalData = accountPersonalData(connection, deps);
  const erasure = { transaction: deps.transaction, ledger: erasureLedger(connection, deps.clock) };
  return {
    name: "account",
    personalData,
    jobs: [...gdprJobs({ ...deps, personalData, erasure }), outboxGauge("account", { outbox: deps.outbox, metrics: runtime.metrics })],
    actions: {
      register: registerAction(deps),
      verifyEmail: verifyEmailAction(deps),
      resendVerification: resendVerificationAction(deps),
      login: loginAction(deps),
      getCaptcha: getCaptchaAction(deps),
      startOAuth: startOAuthAction(deps),
      completeOAuth: completeOAuthAction(deps),
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
      testProvider: testProviderAction(deps),
      getMessagingParty: getMessagingPartyAction(deps),
      getMessagingParties: getMessagingPartiesAction(deps),
      getContact: getContactAction(deps),
      findVerifiedUser: findVerifiedUserAction(deps),
      claimCreatorIdentity: claimCreatorIdentityAction(deps),
      releaseCreatorIdentity: releaseCreatorIdentityAction(deps),
      settleCreatorIdentity: settleCreatorIdentityAction(deps),
      listRevokedSessions: listRevokedSessionsAction(deps),
      deleteWithPassword: deleteWithPasswordAction(deps),
      requestDeletion: requestDeletionAction(deps),
      cancelDeletion: cancelDeletionAction(deps),
      listGdprRequests: listGdprRequestsAction(deps),
      listAllGdprRequests: listAllGdprRequestsAction(deps),
      requestExport: requestExportAction(deps),
      downloadExport: downloadExportAction(deps),
    },
    outbox: deps.outbox,
    created(this: Service) {
      deps.hints.bind(this.broker);
      deps.neighbours.bind(this.broker);
    },
    async started() {
      await ensureIndexes(runtime.database("account"));
      await ensureAdmin(deps, runtime.env.bootstrapAdmin);
    },
  };
}
