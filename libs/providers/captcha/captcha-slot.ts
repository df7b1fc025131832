import { MINUTE } from "#libs/kernel/clock.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import type { CaptchaProvider } from "./captcha-provider.ts";
import { proofOfWork } from "./proof-of-work.ts";

/** The captchas of the provider that `provider.captcha` names. */
export function captchaSlot(host: Pick<ProviderHost, "config" | "clock" | "counters" | "env">): Slot<CaptchaProvider> {
  const { config, clock, env } = host;
  return createSlot({
    slot: "captcha",
    implementations: { proof_of_work: proofOfWork(host), sandbox: sandboxCaptcha(host) },
    config,
    clock,
    production: env.production,
  });
}

/** The one token that the sandbox accepts. @internal exported for tests */
export const SANDBOX_TOKEN = "human";

/** Accepts a fixed token, for development. */
function sandboxCaptcha({ clock }: Pick<ProviderHost, "clock">): CaptchaProvider {
  return {
    challenge: async () => ({ challenge: "sandbox", difficulty: null, expiresAt: new Date(clock.now().getTime() + 5 * MINUTE) }),
    verify: async (token) => token === SANDBOX_TOKEN,
  };
}
