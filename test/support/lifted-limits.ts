/** Rate limits that tests and load runs would exceed. */
const LIFTED = [
  "default_user",
  "default_ip",
  "register",
  "login",
  "messages_send",
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

/** The environment variables that raise these limits beyond reach. */
export function liftedLimits(): Map<string, string> {
  return new Map(LIFTED.map((policy) => [`CONFIG_RATELIMIT_${policy.toUpperCase()}_LIMIT`, "100000"]));
}
