import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { boolean, type DocumentOf, date, nullable, of, text } from "#libs/kernel/fields.ts";
import { proofFields } from "./proof.ts";

export const adminSessionFields = {
  _id: text,
  userId: text,
  secretHash: text,
  createdAt: date,
  /** Time of the last request, up to a minute late. */
  lastUsedAt: date,
  expiresAt: date,
  revoked: boolean,
  revokedAt: nullable(date),
  revokedReason: nullable(of<RevokedReason>()),
  ...proofFields,
};

/** One sign-in of an administrator in a browser. */
export interface AdminSession extends DocumentOf<typeof adminSessionFields> {}

/** Whether a session is neither revoked nor expired nor idle for longer than allowed. */
export function isLive({ revoked, expiresAt, lastUsedAt }: AdminSession, now: Date, idleMinutes: number): boolean {
  return !revoked && expiresAt > now && now.getTime() - lastUsedAt.getTime() <= idleMinutes * MINUTE;
}
