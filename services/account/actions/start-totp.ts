import { implement } from "#libs/contract-kit/implement.ts";
import { startTotp } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newTotpSecret, totpUri } from "../crypto/totp.ts";
import type { Deps } from "../deps.ts";
import { requireFactorGiven, requireOwnMailbox } from "../sign-in/enrolment.ts";
import { hasSecondFactor } from "../sign-in/second-factor.ts";

/** POST /auth/mfa/totp. Nothing changes before a code has proven that the authenticator has the secret. */
export const startTotpAction = (deps: Pick<Deps, "clock" | "config" | "users" | "sessions" | "challenges">) =>
  implement(startTotp, async ({ caller: { userId, sessionId } }) => {
    const { clock, config, users, challenges } = deps;
    const user = await users.find(userId);
    if (!user) throw new AppError("error.unauthorized");
    requireOwnMailbox(user, clock.now());
    if (hasSecondFactor(user)) await requireFactorGiven(deps, sessionId);
    const [factorId, secret] = [uuid(), newTotpSecret()];
    const { expiresAt } = await challenges.begin({ purpose: "ENROL", user, sessionId, token: factorId, content: secret });
    const otpauthUri = totpUri(secret, { issuer: config.read("siteName"), label: user.email });
    return { factorId, secret, otpauthUri, expiresAt };
  });
