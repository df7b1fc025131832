import type { Deps } from "./deps.ts";
import { settledIdentity, type User } from "./domain/user.ts";
import { userView } from "./domain/user-view.ts";

export type SignedInDeps = Pick<Deps, "accessTokens" | "clock" | "config" | "gdprRequests">;

/** The answer to a login and to a refresh: a new access token beside the refresh token of the session. */
export async function signedIn(
  { accessTokens, clock, config, gdprRequests }: SignedInDeps,
  { user, sessionId, refreshToken }: { user: User; sessionId: string; refreshToken: string },
) {
  const expiresIn = config.read("auth.access_token_seconds");
  const { _id, roles, status } = settledIdentity(user);
  const deletion = status === "DEACTIVATED" ? await gdprRequests.findOpen(_id, "DELETION") : null;
  return {
    accessToken: accessTokens.sign({ sub: _id, sid: sessionId, roles, status }, clock.now(), expiresIn),
    tokenType: "Bearer" as const,
    expiresIn,
    refreshToken,
    accountStatus: status,
    deletionScheduledAt: deletion?.scheduledAt.toISOString() ?? null,
    user: userView(user),
  };
}
