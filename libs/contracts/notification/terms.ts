/** The keys of spec 6.1, followed by our own. */
export const NOTIFICATION_KEYS = [
  "new_message_creator",
  "message_replied_fan",
  "message_rejected_refunded",
  "message_expired",
  "payout_processed",
  "email_subscription_confirm",
  "moderation_appeal_decided",
  "report_resolved",
  "kyc_updated",
  "level_changed",
  "account_deletion_scheduled",
  "account_deletion_cancelled",
  "webhook_endpoint_failing",
  "webhook_endpoint_disabled",
  "support_answered",
  "message_sent_fan",
  "message_expiring",
  "wallet_topped_up",
  "guard_tripped",
  "closing_money",
  "topup_review",
  "topup_returned",
  "refund_failed",
  "refund_sent",
  "wallet_corrected",
  "debt_written_off",
  "price_given_back",
  "chargeback_opened",
  "chargeback_resolved",
  "earnings_on_hold",
  "earnings_reversed",
  "payout_requested",
  "payout_failed",
  "payout_destination_changed",
  "payee_action_required",
  "security_new_login",
  "staff_factor_enrolled",
  "staff_joined",
  "security_changed",
] as const;
export type NotificationKey = (typeof NOTIFICATION_KEYS)[number];

/** The ways in which a notification reaches a user. */
export const CHANNELS = ["IN_APP", "EMAIL", "PUSH", "SMS"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The modes of e-mails: each at once, in one digest a day, or never. Critical ones are always sent at once. */
export const EMAIL_MODES = ["INSTANT", "DAILY", "OFF"] as const;
export type EmailMode = (typeof EMAIL_MODES)[number];
