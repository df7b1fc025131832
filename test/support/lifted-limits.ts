/** Rate limits that tests and load runs would exceed. */
const LIFTED = [
  "default_user",
  "default_ip",
  "register",
  "refresh",
  "mail_request",
  "pages",
  "login",
  "messages_send",
  "topups",
  "payment_callbacks",
  "creators_upgrade",
  "creators_vacation",
  "notifications_list",
  "admin_config",
  "analytics_session",
  "analytics_pageview",
  "analytics_leave",
  "bio_view",
  "users_delete",
  "gdpr_delete",
  "gdpr_export",
  "bio_click",
];

/** The environment variables that raise these limits beyond reach. Earnings can be paid out at once. */
export function liftedLimits(limit = 100_000): Map<string, string> {
  const limits = LIFTED.map((policy): [string, string] => [`CONFIG_RATELIMIT_${policy.toUpperCase()}_LIMIT`, String(limit)]);
  return new Map([...limits, ["CONFIG_AUTH_CAPTCHA_AFTER_REGISTRATIONS", "100000"], ["CONFIG_PAYMENT_PAYOUT_HOLD_DAYS", "0"]]);
}
