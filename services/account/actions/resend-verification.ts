import { implement } from "#libs/contract-kit/implement.ts";
import { resendVerification } from "#libs/contracts/account.ts";
import type { Deps } from "../deps.ts";
import { newMailLink } from "../mail-links.ts";

/** An address without an account, or one that is verified, costs the same and gets no mail; neither does one that had its share. */
export const resendVerificationAction = (deps: Pick<Deps, "clock" | "config" | "users" | "mailTokens" | "mailer" | "mailLimit">) =>
  implement(resendVerification, async ({ params: { email } }) => {
    if (!(await deps.mailLimit.admits(email))) return;
    const user = await deps.users.findByEmail(email);
    const unverified = user && !user.emailVerified ? user : null;
    const { token, row } = newMailLink(deps, "VERIFY_EMAIL", unverified?._id ?? null);
    await deps.mailTokens.insert(row);
    if (unverified) deps.mailer.send({ to: email, kind: "verify_email", locale: unverified.locale, token });
  });
