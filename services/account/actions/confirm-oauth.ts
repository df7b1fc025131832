import { implement } from "#libs/contract-kit/implement.ts";
import { confirmOAuth } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import type { Deps } from "../deps.ts";
import { findOrCreateOAuthUser } from "../sign-in/find-or-create-oauth-user.ts";
import { type FinishDeps, finishSignIn } from "../sign-in/finish-sign-in.ts";
import { confirmCode } from "../sign-in/mailed-code.ts";

type ConfirmDeps = FinishDeps & Pick<Deps, "oauth"> & Parameters<typeof findOrCreateOAuthUser>[0];

/** POST /auth/oauth/confirm */
export const confirmOAuthAction = (deps: ConfirmDeps) =>
  implement(confirmOAuth, async ({ params, requestId }) => {
    deps.oauth.use();
    const account = await confirmCode(deps, params);
    const locale = pickLocale(params.acceptLanguage);
    const isOffered = account.provider === deps.oauth.activeName();
    const user = isOffered ? await findOrCreateOAuthUser(deps, { ...account, locale, requestId }) : null;
    if (!user) throw new AppError("auth.mfa.invalid_challenge");
    return finishSignIn(deps, user, params, ["fed", "email"]);
  });
