import { MINUTE } from "#libs/kernel/clock.ts";
import type { ProviderHost } from "../host.ts";
import { type Slot, slotOf } from "../slot.ts";
import type { CaptchaProvider } from "./captcha-provider.ts";
import { proofOfWork } from "./proof-of-work.ts";

/** Captchas, from the provider that `provider.captcha` names. */
export function captchaSlot(host: Pick<ProviderHost, "config" | "clock" | "counters" | "env">): Slot<CaptchaProvider> {
  const { config, clock, env } = host;
  return slotOf({
    slot: "captcha",
    implementations: { proof_of_work: proofOfWork(host), sandbox: sandboxCaptcha(host) },
    config,
    clock,
    production: env.production,
  });
}

/** The one token that the sandbox believes. */
export const SANDBOX_TOKEN = "human";

/** Believes a word that everybody knows: for trials. */
function sandboxCaptcha({ clock }: Pick<ProviderHost, "clock">): CaptchaProvider {
  return {
    challenge: async () => ({ challenge: "sandbox", difficulty: null, expiresAt: new Date(clock.now().getTime() + 5 * MINUTE) }),
    verify: async (token) => token === SANDBOX_TOKEN,
  };
}
