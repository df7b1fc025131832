import { implement } from "#libs/contract-kit/implement.ts";
import { login, REFRESH_LIFETIME_SECONDS } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { authenticate } from "../authenticate.ts";
import { newRefreshToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import type { User } from "../domain/user.ts";
import { userAgentSummary } from "../domain/user-agent-summary.ts";
import { type SignedInDeps, signedIn } from "../signed-in.ts";

type LoginDeps = SignedInDeps & Pick<Deps, "transaction" | "users" | "credentials" | "sessions" | "passwords" | "lockout">;

export const loginAction = (deps: LoginDeps) =>
  implement(login, async ({ params }) => {
    const { email, deviceName = null, country = null } = params;
    const user = await authenticate(deps, params);
    const device = { deviceName, country, userAgentSummary: userAgentSummary(params.userAgent) };
    const opened = await openSession(deps, user, device);
    await deps.lockout.succeeded(email);
    return signedIn(deps, opened);
  });

/** Opens a session unless the account was suspended, or its password changed, since the password was compared. */
async function openSession(
  { clock, transaction, credentials, sessions }: LoginDeps,
  compared: User,
  device: { deviceName: string | null; country: string | null; userAgentSummary: string | null },
) {
  const now = clock.now();
  const sessionId = uuid();
  const { token: refreshToken, hash } = newRefreshToken(sessionId);
  const user = await transaction(async (tx) => {
    const current = await credentials.noteLogin(tx, compared, now);
    if (!current) throw new AppError("auth.login.invalid_credentials");
    await sessions.insert(tx, {
      _id: sessionId,
      userId: current._id,
      tokens: [{ hash, replacedAt: null }],
      rotation: 0,
      ...device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + REFRESH_LIFETIME_SECONDS * 1_000),
      revoked: false,
      revokedAt: null,
      revokedReason: null,
    });
    return current;
  });
  return { user, sessionId, refreshToken };
}
