import { implement } from "#libs/contract-kit/implement.ts";
import { adminStepUp } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import type { Deps } from "../deps.ts";
import { proveAgain } from "../sign-in/prove-again.ts";
import type { ProveDeps } from "../sign-in/second-factor.ts";

type StepUpDeps = ProveDeps & Pick<Deps, "challenges" | "passwords" | "transaction" | "adminSessions" | "hints">;

/** POST /admin/auth/step-up */
export const adminStepUpAction = (deps: StepUpDeps) =>
  implement(adminStepUp, async ({ params, caller: { userId, sessionId }, hint }) => {
    const end = async () => {
      await deps.transaction((tx) => deps.adminSessions.end(tx, sessionId, { reason: "STEP_UP", at: deps.clock.now() }));
      deps.hints.sessionsRevoked([sessionId], "STEP_UP");
    };
    const { provenUntil } = await proveAgain(deps, { userId, sessionId }, params, deps.adminSessions, end);
    // Gateways keep what they know of an admin session for a second.
    hint(HINTS.sessionProven, { sessionId });
    return { provenUntil };
  });
