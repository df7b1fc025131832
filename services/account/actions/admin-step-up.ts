import { implement } from "#libs/contract-kit/implement.ts";
import { adminStepUp } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Proof } from "../data/session-proofs.ts";
import type { Deps } from "../deps.ts";
import { type AgainDeps, proveAgain } from "../sign-in/prove-again.ts";

type StepUpDeps = AgainDeps & Pick<Deps, "adminSessions" | "hints">;

/** POST /admin/auth/step-up */
export const adminStepUpAction = (deps: StepUpDeps) =>
  implement(adminStepUp, async ({ params, caller: { userId, sessionId }, hint, requestId }) => {
    const end = async () => {
      await deps.transaction((tx) => deps.adminSessions.end(tx, sessionId, userId, { reason: "STEP_UP", at: deps.clock.now() }));
      deps.hints.sessionsRevoked([sessionId], "STEP_UP");
    };
    const store = async (proof: Proof, tx: Tx) => {
      const session = await deps.adminSessions.prove(sessionId, proof, tx);
      if (session) await deps.audit.add(tx, { actor: userId, action: "account.adminStepUp", target: userId, requestId });
      return session;
    };
    const held = { countAttempt: deps.adminSessions.countAttempt, store, end };
    const { provenUntil } = await proveAgain(deps, { userId, sessionId }, params, held);
    // Gateways keep what they know of an admin session for a second.
    hint(HINTS.sessionProven, { sessionId });
    return { provenUntil };
  });
