import { SECOND } from "#libs/kernel/clock.ts";
import { proofOf } from "../domain/proof.ts";
import type { Session } from "../domain/session.ts";
import { settledIdentity, type User } from "../domain/user.ts";
import { userView } from "../views/user-view.ts";
import type { SignInDeps } from "./deps.ts";

export type TokenDeps = Pick<SignInDeps, "accessTokens" | "clock" | "config" | "gdprRequests">;

/** The session for which tokens are issued. */
interface OpenSession {
  readonly user: User;
  readonly session: Pick<Session, "_id" | "createdAt" | "expiresAt" | "provenAt" | "amr">;
  /** The proof of the session was given for these tokens. */
  readonly gaveProof: boolean;
  readonly refreshToken: string;
  /** After a sign-in. */
  readonly deviceToken?: string;
}

/**
 * A new access token of a session, with its lifetime in seconds. It ends with the session: a step-up shortly before would else prolong that,
 * again and again.
 */
export function issueAccessToken(
  { accessTokens, clock, config }: Pick<SignInDeps, "accessTokens" | "clock" | "config">,
  { user, session, gaveProof }: Pick<OpenSession, "user" | "session" | "gaveProof">,
) {
  const now = clock.now();
  const left = Math.floor((session.expiresAt.getTime() - now.getTime()) / SECOND);
  const expiresIn = Math.max(0, Math.min(config.read("auth.access_token_seconds"), left));
  const { _id: sub, roles, status } = settledIdentity(user);
  const { provenAt, amr } = proofOf(session);
  const claims = { sub, sid: session._id, roles, status, auth_time: provenAt, amr, gave_proof: gaveProof };
  return { accessToken: accessTokens.sign(claims, now, expiresIn), expiresIn };
}

/** The answer to a login and to a refresh: a new access token, the refresh token of the session, and the user. */
export async function issueTokens(deps: TokenDeps, { user, session, gaveProof, refreshToken, deviceToken }: OpenSession) {
  const { _id, status } = settledIdentity(user);
  const deletion = status === "DEACTIVATED" ? await deps.gdprRequests.findOpen(_id, "DELETION") : null;
  return {
    ...issueAccessToken(deps, { user, session, gaveProof }),
    tokenType: "Bearer" as const,
    refreshToken,
    refreshExpiresAt: session.expiresAt.toISOString(),
    ...(deviceToken !== undefined && { deviceToken }),
    accountStatus: status,
    deletionScheduledAt: deletion?.scheduledAt.toISOString() ?? null,
    user: userView(user),
  };
}
