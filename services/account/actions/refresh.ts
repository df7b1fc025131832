import { implement } from "#libs/contract-kit/implement.ts";
import { refresh } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { newRefreshToken, type PresentedToken, readRefreshToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import { rotate } from "../domain/refresh-chain.ts";
import type { Session } from "../domain/session.ts";
import { maySignIn } from "../domain/user.ts";
import { issueTokens, type TokenDeps } from "../sign-in/issue-tokens.ts";
import { sessionEnd } from "../sign-in/session-end.ts";

type RefreshDeps = TokenDeps & Pick<Deps, "logger" | "users" | "sessions" | "hints" | "pseudonymKey">;

/** An exchange is retried when a parallel one of the same session was faster. Each retry implies that another exchange succeeded. */
const MAX_ATTEMPTS = 50;

const invalidToken = () => new AppError("auth.refresh.invalid_token");

/** POST /auth/refresh (spec 5) */
export const refreshAction = (deps: RefreshDeps) =>
  implement(refresh, async ({ params }) => {
    const presented = readRefreshToken(deps.pseudonymKey, params.refreshToken ?? params.refreshCookie);
    if (!presented) throw invalidToken();
    return issueTokens(deps, { ...(await exchange(deps, presented)), gaveProof: false });
  });

/** Replaces the presented token by a new one. Throws auth.refresh.invalid_token, and error.conflict amid too many exchanges; a reused token ends the session. */
async function exchange(deps: RefreshDeps, presented: PresentedToken) {
  const { sessionId } = presented;
  const { token: refreshToken, hash: next } = newRefreshToken(deps.pseudonymKey, sessionId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const session = await deps.sessions.find(sessionId);
    const now = deps.clock.now();
    if (!session || session.revoked || session.expiresAt <= now) throw invalidToken();
    const graceSeconds = deps.config.read("auth.refresh_grace_seconds");
    const rotation = rotate(session.tokens, { presented, next, now, graceSeconds });
    if (rotation.outcome === "reused") await endReusedSession(deps, session, now);
    if (rotation.outcome === "crowded") break;
    if (rotation.outcome !== "rotated") throw invalidToken();
    // Before the session is written, which fails once it has ended: no token of it has the roles that ended it.
    const user = await deps.users.find(session.userId);
    if (!user || !maySignIn(user)) throw invalidToken();
    const expiresAt = sessionEnd(deps.config, { createdAt: session.createdAt, now });
    if (await deps.sessions.saveRotation(session, { tokens: rotation.tokens, at: now, expiresAt }))
      return { user, session: { ...session, expiresAt }, refreshToken };
  }
  throw new AppError("error.conflict");
}

/** Two parties hold the token, and one of them is an attacker: the whole session ends. */
async function endReusedSession({ sessions, hints, logger }: RefreshDeps, session: Session, at: Date): Promise<void> {
  await sessions.revoke(session._id, session.userId, { reason: "REUSE", at });
  hints.sessionsRevoked([session._id], "REUSE");
  logger.warn({ sessionId: session._id, userId: session.userId }, "replaced refresh token reused; session revoked");
}
