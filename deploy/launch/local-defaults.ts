import type { Env } from "#libs/env/env.ts";

/** Settings of a system on one's own machine: mails go to a folder instead of nowhere. Production keeps what it was given. */
export function withLocalDefaults(env: Env): Env {
  if (env.production) return env;
  return { ...env, configOverrides: new Map([["CONFIG_PROVIDER_EMAIL", "folder"], ...env.configOverrides]) };
}
