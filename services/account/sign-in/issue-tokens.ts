import { settledIdentity, type User } from "../domain/user.ts";
import { userView } from "../views/user-view.ts";
import type { SignInDeps } from "./deps.ts";

export type TokenDeps = Pick<SignInDeps, "accessTokens" | "clock" | "config" | "gdprRequests">;

/** The session for which tokens are issued. */
interface OpenSession {
  readonly user: User;
  readonly sessionId: string;
  readonly refreshToken: string;
  /** After a sign-in. */
  readonly deviceToken?: string;
}

/** The answer to a login and to a refresh: a new access token, the refresh token of the session, and the user. */
export async function issueTokens(
  { accessTokens, clock, config, gdprRequests }: TokenDeps,
  { user, sessionId, refreshToken, deviceToken }: OpenSession,
) {
  const expiresIn = config.read("auth.access_token_seconds");
  const { _id, roles, status } = settledIdentity(user);
  const deletion = status === "DEACTIVATED" ? await gdprRequests.findOpen(_id, "DELETION") : null;
  return {
    accessToken: accessTokens.sign({ sub: _id, sid: sessionId, roles, status }, clock.now(), expiresIn),
    tokenType: "Bearer" as const,
    expiresIn,
    refreshToken,
    ...(deviceToken !== undefined && { deviceToken }),
    accountStatus: status,
    deletionScheduledAt: deletion?.scheduledAt.toISOString() ?? null,
    user: userView(user),
  };
}
