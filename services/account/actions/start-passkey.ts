import { implement } from "#libs/contract-kit/implement.ts";
import { startPasskey } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireRoom } from "../sign-in/add-factor.ts";
import { requireFactorGiven, requireOwnMailbox } from "../sign-in/enrolment.ts";
import { passkeyCreation } from "../sign-in/passkeys.ts";
import { credentialIds, hasSecondFactor } from "../sign-in/second-factor.ts";

/** POST /auth/mfa/passkeys/options */
export const startPasskeyAction = (deps: Pick<Deps, "challenges" | "clock" | "config" | "secondFactors" | "sessions" | "users">) =>
  implement(startPasskey, async ({ caller: { userId, sessionId } }) => {
    const user = await deps.users.find(userId);
    if (!user) throw new AppError("error.unauthorized");
    requireOwnMailbox(user, deps.clock.now());
    if (hasSecondFactor(user)) await requireFactorGiven(deps, sessionId);
    const factors = await deps.secondFactors.listOfUser(userId);
    requireRoom(factors);
    const asked = await deps.challenges.begin({ purpose: "ENROL", user, sessionId });
    return { ...asked, publicKey: passkeyCreation(deps.config, asked.challengeToken, user, credentialIds(factors)) };
  });
