import type { RevokedReason } from "#libs/contracts/account.ts";
import type { IssuedToken } from "./refresh-chain.ts";

/** One sign-in on one device. Its refresh tokens are one family. */
export interface Session {
  readonly _id: string;
  readonly userId: string;
  readonly tokens: readonly IssuedToken[];
  /** Counts the exchanges of the refresh token. */
  readonly rotation: number;
  readonly deviceName: string | null;
  readonly userAgentSummary: string | null;
  readonly country: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly revoked: boolean;
  readonly revokedAt: Date | null;
  readonly revokedReason: RevokedReason | null;
}

/** A session that was ended, as those who hold its access token have to learn. */
export interface Revocation {
  readonly sessionId: string;
  readonly reason: RevokedReason;
}
