import { implement } from "#libs/contract-kit/implement.ts";
import { forgotPassword } from "#libs/contracts/account/index.ts";
import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import type { Deps } from "../deps.ts";
import { newMailLink } from "../mail/mail-link.ts";

type ForgotDeps = Pick<Deps, "clock" | "config" | "users" | "mailTokens" | "mailer" | "mailLimit" | "captchaGate" | "pseudonymKey">;

/** POST /auth/password/forgot. An address without an account takes the same work and gets no mail, like one over its limit. */
export const forgotPasswordAction = (deps: ForgotDeps) => {
  // A process mails one link to an address at a time: of several that were asked for at once, the last is the one that is good for longer.
  const mutex = keyedMutex({ failsWaiters: isStoreUnavailable });
  return implement(forgotPassword, async ({ params: { email, captchaToken } }) => {
    await deps.captchaGate.requireCaptcha(captchaToken);
    await mutex(email, () => mailLink(deps, email));
  });
};

async function mailLink(deps: ForgotDeps, email: string): Promise<void> {
  const turn = await deps.mailLimit.tryConsume("reset_password", email);
  if (!turn) return;
  const user = await deps.users.findByEmail(email);
  const { token, row, minutes } = newMailLink(deps, "RESET_PASSWORD", user?._id ?? null, email, turn.nextAt);
  await deps.mailTokens.insert(row);
  if (user) deps.mailer.send({ to: email, kind: "reset_password", locale: user.locale, token, minutes });
}
