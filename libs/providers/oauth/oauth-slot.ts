import type { ProviderHost } from "../host.ts";
import { type Slot, slotOf } from "../slot.ts";
import { type GuardedFetch, guardedFetch } from "./guarded-fetch.ts";
import { locateFor } from "./locate.ts";
import type { OAuthProvider } from "./oauth-provider.ts";
import { oidc } from "./oidc.ts";

/** Sign-ins with an account elsewhere, through the provider that `provider.oauth` names. */
export function oauthSlot(
  { config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">,
  fetch: GuardedFetch = guardedFetch(locateFor(config)),
): Slot<OAuthProvider> {
  return slotOf({
    slot: "oauth",
    implementations: { oidc: oidc({ config, clock, fetch }) },
    config,
    clock,
    production: env.production,
    timeoutMs: 20_000,
  });
}
