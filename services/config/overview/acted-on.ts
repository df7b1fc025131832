import type { StaffKind } from "#libs/contracts/config/index.ts";
import { FLAGS, SWITCHES } from "../domain/change.ts";

/** A line of the audit log. */
export interface AuditedAction {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
}

interface ActedOn {
  readonly kind: StaffKind;
  readonly id: string;
}

/** What staff have changed, by the action in the audit log; the target is its id. Actions that only read are absent. */
const KIND_OF_ACTION: Readonly<Record<string, StaffKind>> = {
  "user.status_changed": "USER",
  "user.avatar_removed": "USER",
  "user.factor_reset_requested": "USER",
  "user.sessions_revoked": "USER",
  "staff.removed": "USER",
  "staff.roles_changed": "USER",
  "creator.setKycStatus": "CREATOR",
  "creator.setLevel": "CREATOR",
  "creator.setStatus": "CREATOR",
  "creator.adminVerifySocial": "CREATOR",
  "content.answerTicket": "TICKET",
  "content.closeTicket": "TICKET",
  "content.createHelpArticle": "ARTICLE",
  "content.updateHelpArticle": "ARTICLE",
  "content.removeHelpArticle": "ARTICLE",
  "content.createHelpCategory": "CATEGORY",
  "content.updateHelpCategory": "CATEGORY",
  "content.removeHelpCategory": "CATEGORY",
  "moderation.decide": "MESSAGE",
  "moderation.decide_appeal": "APPEAL",
  "moderation.resolve_report": "REPORT",
  "moderation.rule_created": "RULE",
  "moderation.rule_updated": "RULE",
  "payout.approve": "PAYOUT",
  "payout.fail": "PAYOUT",
  "adjustment.propose": "ADJUSTMENT",
  "adjustment.approve": "ADJUSTMENT",
  "adjustment.reject": "ADJUSTMENT",
  "escrow.propose_refund": "ESCROW",
  "escrow.refund": "ESCROW",
  "escrow.reject_refund": "ESCROW",
  "earnings.free": "ESCROW",
  "topup.resolve": "TOPUP",
  "chargeback.propose_write_off": "CHARGEBACK",
  "chargeback.write_off": "CHARGEBACK",
  "chargeback.reject_write_off": "CHARGEBACK",
  "unclaimed.propose_settle": "UNCLAIMED",
  "unclaimed.settle": "UNCLAIMED",
  "unclaimed.reject_settle": "UNCLAIMED",
  "wallet.freeze": "WALLET",
  "wallet.refund": "WALLET",
  "wallet.unfreeze": "WALLET",
  "webhook.createEndpoint": "ENDPOINT",
  "webhook.updateEndpoint": "ENDPOINT",
  "webhook.removeEndpoint": "ENDPOINT",
  "webhook.rotateSecret": "ENDPOINT",
  "webhook.testEndpoint": "ENDPOINT",
  "webhook.retryDelivery": "ENDPOINT",
  "webhook.recoverDeliveries": "ENDPOINT",
};

/** What an action of the audit log has changed; null when it is nothing that the console shows. */
export function actedOn({ action, target }: AuditedAction): ActedOn | null {
  const kind = Object.hasOwn(KIND_OF_ACTION, action) ? KIND_OF_ACTION[action] : undefined;
  if (kind !== undefined) return { kind, id: target };
  return action.startsWith("config.") && action !== "config.CLEAR_CACHE" ? changedSetting(target) : null;
}

/** Flags and switches have a prefix in the audit log. */
function changedSetting(target: string): ActedOn {
  const toggles = [
    { kind: "FLAG", ...FLAGS },
    { kind: "SWITCH", ...SWITCHES },
  ] as const;
  const toggle = toggles.find(({ prefix }) => target.startsWith(prefix));
  return toggle ? { kind: toggle.kind, id: target.slice(toggle.prefix.length) } : { kind: "SETTING", id: target };
}
