import { implement } from "#libs/contract-kit/implement.ts";
import { getCaptcha } from "#libs/contracts/account.ts";
import { needed } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";

/** Without a provider there is nothing to solve; when one is asked for nevertheless, that is an error. */
export const getCaptchaAction = ({ config, captcha }: Pick<Deps, "config" | "captcha">) =>
  implement(getCaptcha, async () => {
    const required = config.read("auth.captcha_required");
    const kind = captcha.activeName();
    if (kind === null && !required) return { required, kind, challenge: null, difficulty: null, expiresAt: null };
    const { challenge, difficulty, expiresAt } = await needed(captcha.use().challenge());
    return { required, kind, challenge, difficulty, expiresAt: expiresAt.toISOString() };
  });
