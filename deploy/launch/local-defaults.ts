import type { RateLimitPolicy } from "#libs/contract-kit/settings.ts";
import type { Env } from "#libs/env/env.ts";

/** Mails go to a folder instead of nowhere, webhooks to this machine as well. */
const LOCAL: readonly [string, string][] = [
  ["CONFIG_PROVIDER_EMAIL", "folder"],
  ["CONFIG_WEBHOOK_ALLOWED_SUBNETS", '["127.0.0.1/32"]'],
];

/** Settings of a system on one's own machine. Production keeps what it was given. */
export function withLocalDefaults(env: Env): Env {
  if (env.production) return env;
  return { ...env, configOverrides: new Map([...LOCAL, ...env.configOverrides]) };
}

/** Limits of our own, not of spec 8: many users who sign up from one address at once are what a test is made of. */
const OWN_LIMITS: readonly RateLimitPolicy[] = [
  "register",
  "login",
  "admin_config",
  "bio_click",
  "kyc_start",
  "default_user",
  "default_ip",
];

/** Settings of a system under test. Limits of the specification are as it says; what the environment sets comes first. */
export function withTestDefaults(env: Env): Env {
  const lifted = OWN_LIMITS.map((policy): [string, string] => [`CONFIG_RATELIMIT_${policy.toUpperCase()}_LIMIT`, "100000"]);
  return { ...env, configOverrides: new Map([...lifted, ...env.configOverrides]) };
}
