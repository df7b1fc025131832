import { REFRESH_LIFETIME_SECONDS } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newRefreshToken } from "./crypto/opaque-token.ts";
import type { Deps } from "./deps.ts";
import type { User } from "./domain/user.ts";
import { userAgentSummary } from "./domain/user-agent-summary.ts";

/** From where somebody signs in. */
interface Place {
  readonly deviceName?: string | undefined;
  readonly country?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Opens a session unless the account was suspended, or its password changed, since it was looked at. */
export async function openSession(
  { clock, transaction, credentials, sessions }: Pick<Deps, "clock" | "transaction" | "credentials" | "sessions">,
  seen: User,
  { deviceName, country, userAgent }: Place,
) {
  const now = clock.now();
  const sessionId = uuid();
  const { token: refreshToken, hash } = newRefreshToken(sessionId);
  const user = await transaction(async (tx) => {
    const current = await credentials.noteLogin(tx, seen, now);
    if (!current) throw new AppError("auth.login.invalid_credentials");
    await sessions.insert(tx, {
      _id: sessionId,
      userId: current._id,
      tokens: [{ hash, replacedAt: null }],
      rotation: 0,
      deviceName: deviceName ?? null,
      country: country ?? null,
      userAgentSummary: userAgentSummary(userAgent),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + REFRESH_LIFETIME_SECONDS * SECOND),
      revoked: false,
      revokedAt: null,
      revokedReason: null,
    });
    return current;
  });
  return { user, sessionId, refreshToken };
}
