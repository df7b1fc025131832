/**
 * What staff do that the audit log records, by the `action` of its lines. The console shows each in words, so a new one gets its text in
 * `staff-audit.json` of each language.
 */
export const STAFF_ACTIONS = [
  ...([
    "account.adminLogin",
    "account.adminLogout",
    "account.adminStepUp",
    "account.getUser",
    "account.listUsers",
    "account.testProvider",
  ] as const),
  ...(["user.avatar_removed", "user.factor_reset_requested", "user.sessions_revoked", "user.status_changed"] as const),
  ...(["staff.invitation_revoked", "staff.invited", "staff.joined", "staff.removed", "staff.roles_changed"] as const),
  ...([
    "adjustment.approve",
    "adjustment.propose",
    "adjustment.reject",
    "payout.approve",
    "payout.fail",
    "payout.propose_settle",
    "payout.settle",
    "payout.withdraw_approval",
  ] as const),
  ...(["chargeback.propose_write_off", "chargeback.reject_write_off", "chargeback.write_off"] as const),
  ...(["earnings.free", "escrow.propose_refund", "escrow.refund", "escrow.reject_refund"] as const),
  ...(["ledger.audit", "refund.propose_settle", "refund.settle", "wallet.refund"] as const),
  ...(["topup.propose_settle", "topup.resolve", "topup.settle"] as const),
  ...(["unclaimed.propose_settle", "unclaimed.reject_settle", "unclaimed.settle"] as const),
  ...(["wallet.exportLedger", "wallet.listAdminRefunds", "wallet.listAdminTopUps", "wallet.listChargebacks"] as const),
  ...(["wallet.listHeldEarnings", "wallet.listUnclaimed"] as const),
  ...(["wallet.freeze", "wallet.unfreeze", "wallet.listAdminTransactions"] as const),
  ...(["wallet.getTrialBalance", "wallet.listAdjustments", "wallet.listAdminPayouts", "wallet.listEscrows"] as const),
  ...(["moderation.decide", "moderation.decide_appeal", "moderation.read_message", "moderation.resolve_report"] as const),
  ...(["moderation.rule_created", "moderation.rule_updated"] as const),
  ...(["creator.adminVerifySocial", "creator.setKycStatus", "creator.setLevel", "creator.setStatus"] as const),
  ...(["creator.getIdentityCheck", "creator.getIdentityFile"] as const),
  ...(["content.answerTicket", "content.closeTicket"] as const),
  ...(["content.createHelpArticle", "content.removeHelpArticle", "content.updateHelpArticle"] as const),
  ...(["content.createHelpCategory", "content.removeHelpCategory", "content.updateHelpCategory"] as const),
  ...(["config.CLEAR_CACHE", "config.CREATE", "config.RESET", "config.ROLLBACK", "config.SET", "config.SET_SCOPED"] as const),
  ...(["config.TOGGLE", "config.listAdminTrail", "config.listAudit"] as const),
  ...(["webhook.createEndpoint", "webhook.removeEndpoint", "webhook.testEndpoint", "webhook.updateEndpoint"] as const),
  ...(["webhook.recoverDeliveries", "webhook.retryDelivery", "webhook.rotateSecret"] as const),
] as const;

export type StaffAction = (typeof STAFF_ACTIONS)[number];

/** What users do with what is theirs, and what the platform does by itself. */
type OwnAction =
  | "admin.created"
  | "admin.taken_over"
  | `email.${"asked" | "cancelled" | "changed" | "confirmed" | "undone"}`
  | `second_factor.${"added" | "removed" | "reset" | "reset_stopped" | "undone"}`
  | "recovery_codes.renewed"
  | "password.changed"
  | "password.reset"
  | `user.${"deleted" | `deletion_${"cancelled" | "completed" | "requested"}` | "export_requested" | "registered" | "sign_in_linked" | "sign_in_unlinked"}`
  | `creator.${"abandonKyc" | "decideKyc" | "expireKyc" | "startKyc" | "submitKyc"}`
  | `creator.${"addLink" | "orderLinks" | "removeLink" | "updateLink" | "addSocial" | "removeSocial" | "verifySocial"}`
  | `creator.${"endVacation" | "setVacation" | "updateBioPage" | "updateDmSettings" | "updateMyProfile"}`
  | `creator.${"followOwner" | "upgrade"}`
  | "webhook.disableEndpoint";

/** The `action` of a line of the audit log. */
export type AuditedAction = StaffAction | OwnAction;
