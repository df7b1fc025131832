import { implement } from "#libs/contract-kit/implement.ts";
import { confirmOAuth } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import { findOrCreateOAuthUser } from "../sign-in/find-or-create-oauth-user.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import { readConfirmationToken } from "../sign-in/sign-in-confirmation.ts";
import type { CompleteDeps } from "./complete-oauth.ts";

/** POST /auth/oauth/confirm. The owner of the address and the person who began the sign-in are the same: the link works in that browser only. */
export const confirmOAuthAction = (deps: CompleteDeps) =>
  implement(confirmOAuth, async ({ params, requestId }) => {
    const { token, browserKey = params.browserCookie ?? "" } = params;
    deps.oauth.use();
    const signIn = readConfirmationToken(deps.pseudonymKey, token, deps.clock.now());
    const isBegunHere = signIn?.browserHash === sha256Hex(browserKey);
    if (!signIn || !isBegunHere || signIn.provider !== deps.oauth.activeName()) throw new AppError("auth.oauth.invalid_state");
    const locale = pickLocale(params.acceptLanguage);
    const user = await findOrCreateOAuthUser(deps, { ...signIn, emailVerified: true, locale, requestId });
    return finishSignIn(deps, user, params, ["fed", "email"]);
  });
