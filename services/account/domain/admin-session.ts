import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";

/** One sign-in of an administrator in a browser. */
export interface AdminSession {
  readonly _id: string;
  readonly userId: string;
  readonly secretHash: string;
  readonly createdAt: Date;
  /** Time of the last request, up to a minute late. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly revoked: boolean;
  readonly revokedAt: Date | null;
  readonly revokedReason: RevokedReason | null;
}

/** Whether a session is neither revoked nor expired nor idle for longer than allowed. */
export function isLive({ revoked, expiresAt, lastUsedAt }: AdminSession, now: Date, idleMinutes: number): boolean {
  return !revoked && expiresAt > now && now.getTime() - lastUsedAt.getTime() <= idleMinutes * MINUTE;
}
