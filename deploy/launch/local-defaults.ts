import type { RateLimitPolicy } from "#libs/contract-kit/settings.ts";
import type { Env } from "#libs/env/env.ts";

/** Settings of a system on one's own machine: mails go to a folder instead of nowhere. Production keeps what it was given. */
export function withLocalDefaults(env: Env): Env {
  if (env.production) return env;
  return { ...env, configOverrides: new Map([["CONFIG_PROVIDER_EMAIL", "folder"], ...env.configOverrides]) };
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
