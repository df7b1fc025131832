import { eraseUser, exportUser, getDataSubject } from "#libs/contracts/personal-data.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { erasureLedger } from "#libs/platform/personal-data/erasure-ledger.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { acceptInvitationAction } from "./actions/accept-invitation.ts";
import { addPasskeyAction } from "./actions/add-passkey.ts";
import { adminAskForPasskeyAction } from "./actions/admin-ask-for-passkey.ts";
import { adminLoginAction } from "./actions/admin-login.ts";
import { adminLogoutAction } from "./actions/admin-logout.ts";
import { adminRemoveAvatarAction } from "./actions/admin-remove-avatar.ts";
import { adminStepUpAction } from "./actions/admin-step-up.ts";
import { adminVerifySecondFactorAction } from "./actions/admin-verify-second-factor.ts";
import { askForPasskeyAction } from "./actions/ask-for-passkey.ts";
import { cancelDeletionAction } from "./actions/cancel-deletion.ts";
import { cancelEmailChangeAction } from "./actions/cancel-email-change.ts";
import { cancelFactorResetAction } from "./actions/cancel-factor-reset.ts";
import { changeEmailAction } from "./actions/change-email.ts";
import { changePasswordAction } from "./actions/change-password.ts";
import { checkUsernameAction } from "./actions/check-username.ts";
import { claimCreatorIdentityAction } from "./actions/claim-creator-identity.ts";
import { completeOAuthAction } from "./actions/complete-oauth.ts";
import { completeOAuthLinkAction } from "./actions/complete-oauth-link.ts";
import { confirmEmailChangeAction } from "./actions/confirm-email-change.ts";
import { confirmOAuthAction } from "./actions/confirm-oauth.ts";
import { confirmTotpAction } from "./actions/confirm-totp.ts";
import { deleteWithPasswordAction } from "./actions/delete-with-password.ts";
import { downloadExportAction } from "./actions/download-export.ts";
import { findObjectAction } from "./actions/find-object.ts";
import { findVerifiedUserAction } from "./actions/find-verified-user.ts";
import { forgotPasswordAction } from "./actions/forgot-password.ts";
import { getAdminAction } from "./actions/get-admin.ts";
import { getAdminSessionAction } from "./actions/get-admin-session.ts";
import { getAvatarAction } from "./actions/get-avatar.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getCaptchaAction } from "./actions/get-captcha.ts";
import { getContactAction } from "./actions/get-contact.ts";
import { getCsrfTokenAction } from "./actions/get-csrf-token.ts";
import { getEmailChangeAction } from "./actions/get-email-change.ts";
import { getMeAction } from "./actions/get-me.ts";
import { getPublicKeysAction } from "./actions/get-public-keys.ts";
import { getSecondFactorsAction } from "./actions/get-second-factors.ts";
import { getUserAction } from "./actions/get-user.ts";
import { getUserSummariesAction } from "./actions/get-user-summaries.ts";
import { getUserSummaryAction } from "./actions/get-user-summary.ts";
import { inviteStaffAction } from "./actions/invite-staff.ts";
import { listAdminSessionsAction } from "./actions/list-admin-sessions.ts";
import { listAllGdprRequestsAction } from "./actions/list-all-gdpr-requests.ts";
import { listGdprRequestsAction } from "./actions/list-gdpr-requests.ts";
import { listInvitationsAction } from "./actions/list-invitations.ts";
import { listNamesAction } from "./actions/list-names.ts";
import { listOAuthIdentitiesAction } from "./actions/list-oauth-identities.ts";
import { listRevokedSessionsAction } from "./actions/list-revoked-sessions.ts";
import { listRolesAction } from "./actions/list-roles.ts";
import { listSessionsAction } from "./actions/list-sessions.ts";
import { listStaffAction } from "./actions/list-staff.ts";
import { listStaffIdsAction } from "./actions/list-staff-ids.ts";
import { listUserSessionsAction } from "./actions/list-user-sessions.ts";
import { listUsersAction } from "./actions/list-users.ts";
import { loginAction } from "./actions/login.ts";
import { logoutAction } from "./actions/logout.ts";
import { logoutAllAction } from "./actions/logout-all.ts";
import { refreshAction } from "./actions/refresh.ts";
import { registerAction } from "./actions/register.ts";
import { releaseCreatorIdentityAction } from "./actions/release-creator-identity.ts";
import { removeAvatarAction } from "./actions/remove-avatar.ts";
import { removeOAuthIdentityAction } from "./actions/remove-oauth-identity.ts";
import { removeSecondFactorAction } from "./actions/remove-second-factor.ts";
import { removeStaffAction } from "./actions/remove-staff.ts";
import { renameSecondFactorAction } from "./actions/rename-second-factor.ts";
import { renewRecoveryCodesAction } from "./actions/renew-recovery-codes.ts";
import { requestDeletionAction } from "./actions/request-deletion.ts";
import { requestExportAction } from "./actions/request-export.ts";
import { requestFactorResetAction } from "./actions/request-factor-reset.ts";
import { resendVerificationAction } from "./actions/resend-verification.ts";
import { resetPasswordAction } from "./actions/reset-password.ts";
import { revokeAdminSessionAction } from "./actions/revoke-admin-session.ts";
import { revokeInvitationAction } from "./actions/revoke-invitation.ts";
import { revokeSessionAction } from "./actions/revoke-session.ts";
import { revokeUserSessionsAction } from "./actions/revoke-user-sessions.ts";
import { sendAlarmMailAction } from "./actions/send-alarm-mail.ts";
import { setAvatarAction } from "./actions/set-avatar.ts";
import { setStaffRolesAction } from "./actions/set-staff-roles.ts";
import { setUserStatusAction } from "./actions/set-user-status.ts";
import { settleCreatorIdentityAction } from "./actions/settle-creator-identity.ts";
import { sharesDeviceAction } from "./actions/shares-device.ts";
import { startOAuthAction } from "./actions/start-oauth.ts";
import { startOAuthLinkAction } from "./actions/start-oauth-link.ts";
import { startPasskeyAction } from "./actions/start-passkey.ts";
import { startTotpAction } from "./actions/start-totp.ts";
import { stepUpAction } from "./actions/step-up.ts";
import { testProviderAction } from "./actions/test-provider.ts";
import { undoEmailChangeAction } from "./actions/undo-email-change.ts";
import { undoSecondFactorAction } from "./actions/undo-second-factor.ts";
import { updateMeAction } from "./actions/update-me.ts";
import { verifyEmailAction } from "./actions/verify-email.ts";
import { verifySecondFactorAction } from "./actions/verify-second-factor.ts";
import { adminSessions } from "./data/admin-session.store.ts";
import { challenges } from "./data/challenge.store.ts";
import { gdprExports } from "./data/gdpr-export.store.ts";
import { gdprRequests } from "./data/gdpr-request.model.ts";
import { heldChanges } from "./data/held-change.store.ts";
import { mailTokens } from "./data/mail-token.store.ts";
import { oauthIdentities } from "./data/oauth-identity.store.ts";
import { oauthStates } from "./data/oauth-state.store.ts";
import { images } from "./data/picture.store.ts";
import { recoveryCodes } from "./data/recovery-code.store.ts";
import { reservedUsernames } from "./data/reserved-username.store.ts";
import { secondFactors } from "./data/second-factor.store.ts";
import { sessions } from "./data/session.model.ts";
import { staffGuard } from "./data/staff.store.ts";
import { staffInvitations } from "./data/staff-invitation.store.ts";
import { users } from "./data/user.model.ts";
import { loginFailures, mailCounts } from "./data/window-count.store.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { accountJobs } from "./jobs.ts";
import { accountPersonalData } from "./personal-data.ts";
import { ensureAdmin } from "./sign-in/ensure-admin.ts";

/** Users, sign-in, sessions and usernames (spec 2.4, 2.5, 5; the account's part of 4.3). */
export function accountService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  const personalData = accountPersonalData(deps.database, deps);
  const erasure = { transaction: deps.transaction, ledger: erasureLedger(deps.database, deps.clock) };
  return defineService(deps, {
    actions: {
      ...registrationActions(deps),
      ...signInActions(deps),
      ...passwordActions(deps),
      ...emailActions(deps),
      ...secondFactorActions(deps),
      ...sessionActions(deps),
      ...adminActions(deps),
      ...staffActions(deps),
      ...gdprActions(deps),
      ...internalActions(deps),
    },
    calls: [getDataSubject, closeMoney, ...Object.values(eraseUser), ...Object.values(exportUser)],
    consumes: [],
    jobs: accountJobs({ ...deps, personalData, erasure }),
    collections: [
      users,
      sessions,
      adminSessions,
      challenges,
      secondFactors,
      recoveryCodes,
      mailTokens,
      heldChanges,
      loginFailures,
      mailCounts,
      reservedUsernames,
      staffInvitations,
      staffGuard,
      oauthStates,
      oauthIdentities,
      gdprRequests,
      gdprExports,
      images,
    ],
    personalData,
    prepare: () => ensureAdmin(deps, runtime.env.bootstrapAdmin),
    background: [deps.hints],
  });
}

export default loadable(accountService);

const registrationActions = (deps: Deps) => ({
  register: registerAction(deps),
  verifyEmail: verifyEmailAction(deps),
  resendVerification: resendVerificationAction(deps),
  getCaptcha: getCaptchaAction(deps),
});

const signInActions = (deps: Deps) => ({
  login: loginAction(deps),
  startOAuth: startOAuthAction(deps),
  completeOAuth: completeOAuthAction(deps),
  confirmOAuth: confirmOAuthAction(deps),
  listOAuthIdentities: listOAuthIdentitiesAction(deps),
  removeOAuthIdentity: removeOAuthIdentityAction(deps),
  startOAuthLink: startOAuthLinkAction(deps),
  completeOAuthLink: completeOAuthLinkAction(deps),
  refresh: refreshAction(deps),
  logout: logoutAction(deps),
  stepUp: stepUpAction(deps),
  logoutAll: logoutAllAction(deps),
  getPublicKeys: getPublicKeysAction(deps),
});

const passwordActions = (deps: Deps) => ({
  forgotPassword: forgotPasswordAction(deps),
  resetPassword: resetPasswordAction(deps),
  changePassword: changePasswordAction(deps),
});

const emailActions = (deps: Deps) => ({
  getEmailChange: getEmailChangeAction(deps),
  changeEmail: changeEmailAction(deps),
  cancelEmailChange: cancelEmailChangeAction(deps),
  confirmEmailChange: confirmEmailChangeAction(deps),
  undoEmailChange: undoEmailChangeAction(deps),
});

const secondFactorActions = (deps: Deps) => ({
  getSecondFactors: getSecondFactorsAction(deps),
  startTotp: startTotpAction(deps),
  confirmTotp: confirmTotpAction(deps),
  startPasskey: startPasskeyAction(deps),
  addPasskey: addPasskeyAction(deps),
  askForPasskey: askForPasskeyAction(deps),
  adminAskForPasskey: adminAskForPasskeyAction(deps),
  renameSecondFactor: renameSecondFactorAction(deps),
  removeSecondFactor: removeSecondFactorAction(deps),
  renewRecoveryCodes: renewRecoveryCodesAction(deps),
  undoSecondFactor: undoSecondFactorAction(deps),
  cancelFactorReset: cancelFactorResetAction(deps),
  verifySecondFactor: verifySecondFactorAction(deps),
  adminVerifySecondFactor: adminVerifySecondFactorAction(deps),
});

const sessionActions = (deps: Deps) => ({
  getMe: getMeAction(deps),
  checkUsername: checkUsernameAction(deps),
  updateMe: updateMeAction(deps),
  setAvatar: setAvatarAction(deps),
  removeAvatar: removeAvatarAction(deps),
  getAvatar: getAvatarAction(deps),
  listSessions: listSessionsAction(deps),
  revokeSession: revokeSessionAction(deps),
});

const adminActions = (deps: Deps) => ({
  adminLogin: adminLoginAction(deps),
  adminLogout: adminLogoutAction(deps),
  adminStepUp: adminStepUpAction(deps),
  getAdmin: getAdminAction(deps),
  getCsrfToken: getCsrfTokenAction(deps),
  listAdminSessions: listAdminSessionsAction(deps),
  revokeAdminSession: revokeAdminSessionAction(deps),
  listUsers: listUsersAction(deps),
  getUser: getUserAction(deps),
  listUserSessions: listUserSessionsAction(deps),
  revokeUserSessions: revokeUserSessionsAction(deps),
  requestFactorReset: requestFactorResetAction(deps),
  listNames: listNamesAction(deps),
  listRoles: listRolesAction(),
  setUserStatus: setUserStatusAction(deps),
  adminRemoveAvatar: adminRemoveAvatarAction(deps),
  testProvider: testProviderAction(deps),
  listAllGdprRequests: listAllGdprRequestsAction(deps),
});

const staffActions = (deps: Deps) => ({
  listStaff: listStaffAction(deps),
  inviteStaff: inviteStaffAction(deps),
  listInvitations: listInvitationsAction(deps),
  revokeInvitation: revokeInvitationAction(deps),
  acceptInvitation: acceptInvitationAction(deps),
  setStaffRoles: setStaffRolesAction(deps),
  removeStaff: removeStaffAction(deps),
});

const gdprActions = (deps: Deps) => ({
  deleteWithPassword: deleteWithPasswordAction(deps),
  requestDeletion: requestDeletionAction(deps),
  cancelDeletion: cancelDeletionAction(deps),
  listGdprRequests: listGdprRequestsAction(deps),
  requestExport: requestExportAction(deps),
  downloadExport: downloadExportAction(deps),
});

/** For the gateway and other services. */
const internalActions = (deps: Deps) => ({
  getAdminSession: getAdminSessionAction(deps),
  listRevokedSessions: listRevokedSessionsAction(deps),
  getUserSummary: getUserSummaryAction(deps),
  getUserSummaries: getUserSummariesAction(deps),
  getBacklog: getBacklogAction(deps),
  getContact: getContactAction(deps),
  findObject: findObjectAction(deps),
  findVerifiedUser: findVerifiedUserAction(deps),
  sharesDevice: sharesDeviceAction(deps),
  claimCreatorIdentity: claimCreatorIdentityAction(deps),
  releaseCreatorIdentity: releaseCreatorIdentityAction(deps),
  settleCreatorIdentity: settleCreatorIdentityAction(deps),
  sendAlarmMail: sendAlarmMailAction(deps),
  listStaffIds: listStaffIdsAction(deps),
});
