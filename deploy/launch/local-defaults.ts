import type { Env } from "#libs/platform/env/env.ts";
import type { RateLimitPolicy } from "#libs/policies/rate-limits.ts";
import { addressOf } from "./announce.ts";

/** Mails are written to a folder, and webhooks may reach this machine. Links in mails use this host, too. */
export function localSettings(env: Pick<Env, "host" | "port">): [string, string][] {
  return [
    ["CONFIG_PROVIDER_EMAIL", "folder"],
    ["CONFIG_WEBHOOK_ALLOWED_SUBNETS", '["127.0.0.1/32"]'],
    ["CONFIG_SITE_PUBLIC_HOST", addressOf(env)],
  ];
}

/** The environment with the defaults of a local system; a production environment stays unchanged. */
export function withLocalDefaults(env: Env): Env {
  if (env.production) return env;
  return { ...env, configOverrides: new Map([...localSettings(env), ...env.configOverrides]) };
}

/** Limits beyond spec 8. They are lifted, because tests register many users from one address at once. */
const OWN_LIMITS: readonly RateLimitPolicy[] = [
  "register",
  "refresh",
  "mail_request",
  "login",
  "admin_config",
  "bio_click",
  "kyc_start",
  "default_user",
  "default_ip",
];

/** The environment of a system under test: of the limits only those of the specification apply, and explicit settings win. */
export function withTestDefaults(env: Env): Env {
  const lifted = OWN_LIMITS.map((policy): [string, string] => [`CONFIG_RATELIMIT_${policy.toUpperCase()}_LIMIT`, "100000"]);
  const captcha: [string, string] = ["CONFIG_AUTH_CAPTCHA_AFTER_REGISTRATIONS", "100000"];
  // Tests change the books by hand.
  const guards: [string, string] = ["CONFIG_LEDGER_GUARDS", "REPORT"];
  return { ...env, configOverrides: new Map([...lifted, captcha, guards, ...env.configOverrides]) };
}
