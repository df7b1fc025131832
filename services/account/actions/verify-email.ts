import { implement } from "#libs/contract-kit/implement.ts";
import { verifyEmail } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";
import { issueTokens, type TokenDeps } from "../sign-in/issue-tokens.ts";
import { tryOpenSession } from "../sign-in/open-session.ts";
import { hasSecondFactor } from "../sign-in/second-factor.ts";

type VerifyDeps = TokenDeps & Pick<Deps, "transaction" | "mailTokens" | "credentials" | "sessions" | "devices" | "outbox" | "pseudonymKey">;

/**
 * POST /auth/verify-email. Signs in where the account was registered: key of that browser and token of the mail prove more than a
 * password. The token alone opens no session, because another person may have registered the address and may know its password.
 */
export const verifyEmailAction = (deps: VerifyDeps) =>
  implement(verifyEmail, async ({ params }) => {
    const { token, browserKey = params.browserCookie } = params;
    const browserHash = isSecret(browserKey) ? sha256Hex(browserKey) : null;
    const { user, isHere } = await deps.transaction(async (tx) => {
      const at = deps.clock.now();
      const used = await deps.mailTokens.consume(tx, sha256Hex(token), "VERIFY_EMAIL", at);
      const verified = used && (await deps.credentials.markVerified(tx, used.userId, at, browserHash));
      if (!verified) throw new AppError("auth.verify.invalid_token");
      return verified;
    });
    const { email, status } = user;
    // An account that awaits its deletion, is suspended or has a second factor signs in by its password and learns there what it may do.
    const opened = isHere && status === "ACTIVE" && !hasSecondFactor(user) ? await tryOpenSession(deps, user, params, ["email"]) : null;
    return { email, ...(opened && (await issueTokens(deps, opened))) };
  });
