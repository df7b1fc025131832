import { implement } from "#libs/contract-kit/implement.ts";
import { startTotp } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newTotpSecret, totpUri } from "../crypto/totp.ts";
import type { Deps } from "../deps.ts";
import { requireMayEnrol } from "../sign-in/enrolment.ts";

/** POST /auth/mfa/totp. Nothing changes before a code has proven that the authenticator has the secret. */
export const startTotpAction = ({ clock, config, users, challenges }: Pick<Deps, "clock" | "config" | "users" | "challenges">) =>
  implement(startTotp, async ({ caller: { userId, sessionId } }) => {
    const user = await users.find(userId);
    if (!user) throw new AppError("error.unauthorized");
    requireMayEnrol(user, clock.now());
    const [factorId, secret] = [uuid(), newTotpSecret()];
    const { expiresAt } = await challenges.begin({ purpose: "ENROL", user, sessionId, token: factorId, content: secret });
    const otpauthUri = totpUri(secret, { issuer: config.read("siteName"), label: user.email });
    return { factorId, secret, otpauthUri, expiresAt };
  });
