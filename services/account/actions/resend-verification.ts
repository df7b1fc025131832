import { implement } from "#libs/contract-kit/implement.ts";
import { resendVerification } from "#libs/contracts/account/index.ts";
import type { Deps } from "../deps.ts";
import { newMailLink } from "../mail/mail-link.ts";

/** POST /auth/verify-email/resend. A verified or unknown address takes the same work and gets no mail, like one over its limit. */
export const resendVerificationAction = (
  deps: Pick<Deps, "clock" | "config" | "users" | "mailTokens" | "mailer" | "mailLimit" | "pseudonymKey">,
) =>
  implement(resendVerification, async ({ params: { email } }) => {
    if (!(await deps.mailLimit.tryConsume("verify_email", email))) return;
    const user = await deps.users.findByEmail(email);
    const unverified = user && !user.emailVerified ? user : null;
    const { token, row } = newMailLink(deps, "VERIFY_EMAIL", unverified?._id ?? null, email);
    await deps.mailTokens.insert(row);
    if (unverified) deps.mailer.send({ to: email, kind: "verify_email", locale: unverified.locale, token });
  });
