import { UAParser } from "ua-parser-js";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { boolean, type DocumentOf, date, list, nullable, number, object, of, text } from "#libs/kernel/fields.ts";
import { proofFields } from "./proof.ts";
import { issuedTokenFields } from "./refresh-chain.ts";

export const sessionFields = {
  _id: text,
  userId: text,
  tokens: list(object(issuedTokenFields)),
  /** Counts the exchanges of the refresh token. */
  rotation: number,
  deviceName: nullable(text),
  userAgentSummary: nullable(text),
  country: nullable(text),
  createdAt: date,
  lastUsedAt: date,
  expiresAt: date,
  revoked: boolean,
  revokedAt: nullable(date),
  revokedReason: nullable(of<RevokedReason>()),
  ...proofFields,
};

/** One sign-in on one device. Its refresh tokens are one family. */
export interface Session extends DocumentOf<typeof sessionFields> {}

/** "Firefox on Linux"; null when nothing is recognized. It omits versions, which a list of devices does not need. */
export function userAgentSummary(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = UAParser(userAgent);
  const parts = [browser.name, os.name].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" on ") : null;
}
