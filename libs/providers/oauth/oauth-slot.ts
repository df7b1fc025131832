import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { OAuthProvider } from "./oauth-provider.ts";
import { oidc } from "./oidc.ts";

const TIMEOUT_MS = 20_000;

/** The sign-ins of the provider that `provider.oauth` names. */
export function oauthSlot({ config, clock, logger, env }: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<OAuthProvider> {
  return createSlot({
    slot: "oauth",
    implementations: { oidc: oidc({ config, clock, fetch: guardedFetch(config), logger }) },
    config,
    clock,
    production: env.production,
    timeoutMs: TIMEOUT_MS,
  });
}
