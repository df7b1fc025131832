import type { RevokedReason } from "#libs/contracts/account/index.ts";
import type { Collection, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AdminSession } from "../domain/admin-session.ts";
import { type FailureCount, failuresOf, MAX_STEP_UP_FAILURES, type ProofMethod } from "../domain/proof.ts";
import type { Session } from "../domain/session.ts";

/** Why and when a session ends. */
export interface End {
  readonly reason: RevokedReason;
  readonly at: Date;
}

export interface Proof {
  readonly amr: readonly ProofMethod[];
  readonly at: Date;
}

/** The proofs of open sessions, of users or of administrators. */
export interface SessionProofs<S> {
  /** Counts an attempt before it is compared, so that parallel guesses get no more attempts. Null when the session has none left. */
  countAttempt(sessionId: string, as: FailureCount): Promise<S | null>;
  /** The same, of a password, for a route that is also open to a session that a deletion has ended. */
  countLeaversAttempt(sessionId: string): Promise<S | null>;
  /** An attempt by a password was right and proves less than a step-up: the failures before it stay. */
  takeBackAttempt(sessionId: string): Promise<void>;
  /** Stores a proof and forgets the failures of its kind; null when the session has ended. */
  prove(sessionId: string, proof: Proof, tx: Tx): Promise<S | null>;
}

/** Sessions that are open, and those that a deletion has ended: their tokens open its routes until they end for another reason. */
export const OPEN_OR_LEFT = { revokedReason: { $in: [null, "DELETION"] } } as const;

export function sessionProofs<S extends Session | AdminSession>(rows: Collection<S>): SessionProofs<S> {
  const after = { returnDocument: "after" } as const;
  const count = async (session: Filter<S>, as: FailureCount) => {
    const one = as === "passwordFailures" ? { passwordFailures: 1 } : { stepUpFailures: 1 };
    const counted = await rows.findOneAndUpdate(session, { $inc: one }, after);
    return counted && failuresOf(counted) <= MAX_STEP_UP_FAILURES ? counted : null;
  };
  return {
    countAttempt: (_id, as) => count({ _id, revoked: false }, as),
    countLeaversAttempt: (_id) => count({ _id, ...OPEN_OR_LEFT }, "passwordFailures"),
    async takeBackAttempt(_id) {
      await rows.updateOne({ _id, ...OPEN_OR_LEFT, passwordFailures: { $gt: 0 } }, { $inc: { passwordFailures: -1 } });
    },
    prove(_id, { amr, at }, tx) {
      const cleared: FailureCount = amr.includes("mfa") ? "stepUpFailures" : "passwordFailures";
      return rows.findOneAndUpdate({ _id, revoked: false }, { $set: { provenAt: at, amr, [cleared]: 0 } }, { ...after, tx });
    },
  };
}
