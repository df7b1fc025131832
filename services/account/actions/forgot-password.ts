import { implement } from "#libs/contract-kit/implement.ts";
import { forgotPassword } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { newMailLink } from "../mail-links.ts";

/** An address without an account costs the same and gets no mail; neither does one that had its share. */
export const forgotPasswordAction = (deps: Pick<Deps, "clock" | "config" | "users" | "mailTokens" | "mailer" | "mailLimit" | "captchas">) =>
  implement(forgotPassword, async ({ params: { email, captchaToken } }) => {
    await deps.captchas.pass(captchaToken);
    if (!(await deps.mailLimit.admits(email))) return;
    const user = await deps.users.findByEmail(email);
    const { token, row } = newMailLink(deps, "RESET_PASSWORD", user?._id ?? null);
    await deps.mailTokens.insert(row);
    if (user) deps.mailer.send({ to: email, kind: "reset_password", locale: user.locale, token });
  });
