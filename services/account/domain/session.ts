import { UAParser } from "ua-parser-js";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
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

/** "Firefox on Linux"; null when nothing is recognized. Without versions: a list of devices does not need them. */
export function userAgentSummary(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = UAParser(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" on ") : null;
}
