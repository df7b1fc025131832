import { implement } from "#libs/contract-kit/implement.ts";
import { getCaptcha } from "#libs/contracts/account/index.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";

/** GET /auth/captcha. Without a provider there is no challenge; that is an error only while captchas are required. */
export const getCaptchaAction = ({ config, captcha }: Pick<Deps, "config" | "captcha">) =>
  implement(getCaptcha, async () => {
    const required = config.read("auth.captcha_required");
    const kind = captcha.activeName();
    if (kind === null && !required) return { required, kind, challenge: null, difficulty: null, expiresAt: null };
    const { challenge, difficulty, expiresAt } = await orProviderUnavailable(captcha.use().challenge());
    return { required, kind, challenge, difficulty, expiresAt: expiresAt.toISOString() };
  });
