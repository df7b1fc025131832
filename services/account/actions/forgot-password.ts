import { implement } from "#libs/contract-kit/implement.ts";
import { forgotPassword } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { newMailLink } from "../mail/mail-link.ts";

/** POST /auth/password/forgot. An address without an account takes the same work and gets no mail, like one over its limit. */
export const forgotPasswordAction = (
  deps: Pick<Deps, "clock" | "config" | "users" | "mailTokens" | "mailer" | "mailLimit" | "captchaGate" | "pseudonymKey">,
) =>
  implement(forgotPassword, async ({ params: { email, captchaToken } }) => {
    await deps.captchaGate.requireCaptcha(captchaToken);
    const turn = await deps.mailLimit.tryConsume("reset_password", email);
    if (!turn) return;
    const user = await deps.users.findByEmail(email);
    const { token, row } = newMailLink(deps, "RESET_PASSWORD", user?._id ?? null, email, turn.nextAt);
    await deps.mailTokens.insert(row);
    if (user) deps.mailer.send({ to: email, kind: "reset_password", locale: user.locale, token });
  });
