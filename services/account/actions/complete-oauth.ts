import { implement } from "#libs/contract-kit/implement.ts";
import { completeOAuth } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import { findOrCreateOAuthUser } from "../sign-in/find-or-create-oauth-user.ts";
import { type FinishDeps, finishSignIn } from "../sign-in/finish-sign-in.ts";
import { type IdentifyDeps, identifyElsewhere } from "../sign-in/identify-elsewhere.ts";
import { mailCode } from "../sign-in/mailed-code.ts";

type CompleteDeps = IdentifyDeps & FinishDeps & Parameters<typeof findOrCreateOAuthUser>[0] & Parameters<typeof mailCode>[0];

/** POST /auth/oauth/callback. The answer is that of a login, unless the owner of the address has to confirm it. */
export const completeOAuthAction = (deps: CompleteDeps) =>
  implement(completeOAuth, async ({ params, requestId }) => {
    const { email, emailVerified, ...account } = await identifyElsewhere(deps, params, null);
    const locale = pickLocale(params.acceptLanguage);
    const user = await findOrCreateOAuthUser(deps, { ...account, email: emailVerified ? email : null, locale, requestId });
    if (user) return finishSignIn(deps, user, params, ["fed"]);
    // With an unverified address an attacker could create the owner's account in advance and share it later.
    if (email === null || emailVerified === false) throw new AppError("auth.oauth.email_unverified");
    return mailCode(deps, { ...account, email }, locale);
  });
