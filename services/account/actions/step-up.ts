import { implement } from "#libs/contract-kit/implement.ts";
import { stepUp } from "#libs/contracts/account/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Proof } from "../data/session-proofs.ts";
import type { Deps } from "../deps.ts";
import { issueAccessToken } from "../sign-in/issue-tokens.ts";
import { type AgainDeps, proveAgain } from "../sign-in/prove-again.ts";
import { endGuessedSession } from "../sign-in/session-attempts.ts";

type StepUpDeps = AgainDeps & Pick<Deps, "sessions" | "accessTokens" | "hints">;

/** POST /auth/step-up */
export const stepUpAction = (deps: StepUpDeps) =>
  implement(stepUp, async ({ params, caller: { userId, sessionId } }) => {
    const end = () => endGuessedSession(deps, { userId, sessionId });
    const store = (proof: Proof, tx: Tx) => deps.sessions.prove(sessionId, proof, tx);
    const held = { countAttempt: deps.sessions.countAttempt, store, end };
    const { user, session, provenUntil } = await proveAgain(deps, { userId, sessionId }, params, held);
    return { ...issueAccessToken(deps, { user, session, gaveProof: true }), provenUntil };
  });
