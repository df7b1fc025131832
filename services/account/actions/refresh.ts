import { implement } from "#libs/contract-kit/implement.ts";
import { REFRESH_LIFETIME_SECONDS, refresh } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { newRefreshToken, readRefreshToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import { rotate } from "../domain/refresh-chain.ts";
import type { Session } from "../domain/session.ts";
import { maySignIn } from "../domain/user.ts";
import { type SignedInDeps, signedIn } from "../signed-in.ts";

type RefreshDeps = SignedInDeps & Pick<Deps, "logger" | "users" | "sessions" | "hints">;

/** Every exchange that comes in between succeeds itself, so that this bounds exchanges of one session at the same time. */
const MAX_ATTEMPTS = 50;

const invalid = () => new AppError("auth.refresh.invalid_token");

export const refreshAction = (deps: RefreshDeps) =>
  implement(refresh, async ({ params }) => {
    const presented = readRefreshToken(params.refreshToken ?? params.refreshCookie);
    if (!presented) throw invalid();
    const { session, refreshToken } = await exchange(deps, presented);
    const user = await deps.users.findById(session.userId);
    if (!user || !maySignIn(user)) throw invalid();
    return signedIn(deps, { user, sessionId: session._id, refreshToken });
  });

/** Replaces the presented token by a new one, in the state in which the session is at that moment. */
async function exchange(deps: RefreshDeps, { sessionId, hash }: { sessionId: string; hash: string }) {
  const { token: refreshToken, hash: next } = newRefreshToken(sessionId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = deps.clock.now();
    const session = await deps.sessions.findById(sessionId);
    if (!session || session.revoked || session.expiresAt <= now) throw invalid();
    const graceSeconds = deps.config.read("auth.refresh_grace_seconds");
    const rotation = rotate(session.tokens, { presented: hash, next, now, graceSeconds });
    if (rotation.outcome === "reused") await endFamily(deps, session, now);
    if (rotation.outcome !== "rotated") throw invalid();
    const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_SECONDS * 1_000);
    if (await deps.sessions.saveRotation(session, { tokens: rotation.tokens, at: now, expiresAt })) return { session, refreshToken };
  }
  throw new AppError("error.conflict");
}

/** Two hold the token, and one of them is not the user. */
async function endFamily({ sessions, hints, logger }: RefreshDeps, session: Session, at: Date): Promise<void> {
  await sessions.revoke(session._id, session.userId, { reason: "REUSE", at });
  hints.revoked([session._id], "REUSE");
  logger.warn({ sessionId: session._id, userId: session.userId }, "a replaced refresh token was used again");
}
