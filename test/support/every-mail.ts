import { pino } from "pino";
import { NOTIFICATION_KEYS, type NotificationKey } from "#libs/contracts/notification/index.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { ALARM_REMEDIES } from "#libs/policies/alarm-remedies.ts";
import type { Email } from "#libs/providers/email/email-provider.ts";
import { type MailKind, renderMail } from "#services/account/mail/render-mail.ts";
import type { DispatchDoc } from "#services/notification/data/dispatch.model.ts";
import { mailTokens } from "#services/notification/domain/mail-tokens.ts";
import { mailComposer } from "#services/notification/mail/mail-composer.ts";

const ALARM = { alarm: "ClockSkew", process: "account", value: "0.7", threshold: "0.5", since: "2026-11-22T10:00:00.000Z" };
const ALARM_TEXTS = { meaning: "page.staffAlarms.ClockSkew", remedy: ALARM_REMEDIES.ClockSkew };
const CLOSING = { toSource: "€5.00", paidOut: "€12.00", unclaimed: "€0.00", code: "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ" };
const ACCOUNT_KINDS = {
  verify_email: true,
  already_registered: false,
  reset_password: true,
  password_changed: false,
  sign_in_linked: false,
  email_change_confirm: true,
  email_taken: false,
  email_change_asked: true,
  email_changed: false,
  sign_in_code: false,
  second_factor_added: true,
  second_factor_removed: false,
  second_factor_reset: true,
  recovery_code_used: false,
  recovery_codes_renewed: false,
  provider_test: false,
  closing_final: false,
  alarm_raised: false,
  staff_invitation: true,
} as const satisfies Record<MailKind, boolean>;
const DATA = { senderName: "Ada", creatorName: "Ada", amount: "5.00", currency: "EUR" };
/** The target of each notification's link; null: the list. */
const LINKS = {
  new_message_creator: `/messages/${uuid()}`,
  message_replied_fan: `/messages/${uuid()}`,
  message_rejected_refunded: `/messages/${uuid()}`,
  message_expired: `/messages/${uuid()}`,
  payout_processed: "/payouts",
  email_subscription_confirm: null,
  moderation_appeal_decided: `/messages/${uuid()}`,
  report_resolved: null,
  kyc_updated: "/settings/identity",
  level_changed: null,
  account_deletion_scheduled: null,
  account_deletion_cancelled: "/settings/security",
  webhook_endpoint_failing: `/admin/webhooks/${uuid()}`,
  webhook_endpoint_disabled: `/admin/webhooks/${uuid()}`,
  support_answered: `/support/${uuid()}`,
  closing_money: "/settings/privacy",
  message_sent_fan: `/messages/${uuid()}`,
  message_expiring: `/messages/${uuid()}`,
  wallet_topped_up: "/wallet",
  guard_tripped: "/admin/ledger",
  topup_review: `/wallet/topups/${uuid()}`,
  topup_returned: `/wallet/topups/${uuid()}`,
  refund_failed: "/wallet",
  refund_sent: "/wallet",
  wallet_corrected: "/wallet",
  debt_written_off: "/wallet",
  price_given_back: "/wallet",
  chargeback_opened: "/wallet",
  chargeback_resolved: "/wallet",
  earnings_on_hold: "/payouts",
  earnings_reversed: "/payouts",
  payout_requested: "/payouts",
  payout_failed: "/payouts",
  payout_destination_changed: "/payouts",
  payee_action_required: "/payouts",
  security_new_login: "/settings/security",
  staff_factor_enrolled: `/admin/users/${uuid()}`,
  staff_joined: `/admin/users/${uuid()}`,
  security_changed: "/settings/security",
} as const satisfies Record<NotificationKey, string | null>;

/** Every kind of mail in one language, from a site with these settings. All people in them have this name. */
export function everyMail(locale: Locale, config: Pick<ConfigReader, "read">, name = "Ada"): readonly Email[] {
  const composer = mailComposer({ config, logger: pino({ level: "silent" }), tokens: mailTokens("a secret of thirty-two characters") });
  const to = "anna@example.org";
  const reader = { email: to, locale };
  const about = (eventKey: DispatchDoc["eventKey"]) =>
    ({
      _id: uuid(),
      userId: uuid(),
      eventKey,
      data: { ...DATA, senderName: name, creatorName: name, ...(eventKey && LINKS[eventKey] && { deepLink: LINKS[eventKey] }) },
    }) as Partial<DispatchDoc> as DispatchDoc;
  return [
    ...Object.entries(ACCOUNT_KINDS).map(([kind, hasToken]) =>
      renderMail(
        {
          to,
          kind: kind as MailKind,
          locale,
          details: { ...ALARM, ...CLOSING, alarm: name, sender: name },
          texts: ALARM_TEXTS,
          lists: { roles: ["page.staffPeople.role.MODERATOR", "page.staffPeople.role.ANALYST"] },
          ...(hasToken ? { token: "t0k-en" } : {}),
        },
        config,
      ),
    ),
    ...NOTIFICATION_KEYS.map((key) => composer.notice(about(key), reader)),
    composer.digest(about(null), NOTIFICATION_KEYS.map(about), NOTIFICATION_KEYS.length + 1, reader),
    composer.confirmation(about(null), { confirm: "c0nfirm", leave: "l3ave" }, reader),
  ];
}
