import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import { newMailToken } from "../crypto/opaque-token.ts";
import type { MailTokenDoc } from "../data/mail-token.store.ts";

/** A link for a mail: its token goes into the mail, its row, which has a hash of the token, into the store. */
export interface MailLink {
  readonly token: string;
  readonly row: MailTokenDoc;
}

/** @param userId null for an address without an account */
export function newMailLink(
  { clock, config }: Pick<Foundation<never>, "clock" | "config">,
  kind: "VERIFY_EMAIL" | "RESET_PASSWORD",
  userId: string | null,
): MailLink {
  const { token, hash } = newMailToken();
  const lifetimeMs =
    kind === "VERIFY_EMAIL" ? config.read("auth.verify_token_hours") * HOUR : config.read("auth.reset_token_minutes") * MINUTE;
  return { token, row: { _id: hash, kind, userId, expiresAt: new Date(clock.now().getTime() + lifetimeMs) } };
}

/** How long the owner of a mailbox can remove a second factor that was added. */
export const UNDO_DAYS = 7;

/** The link that removes a second factor. */
export function newUndoLink(
  { clock }: Pick<Foundation<never>, "clock">,
  factor: { readonly _id: string; readonly userId: string },
): MailLink {
  const { token, hash } = newMailToken();
  const expiresAt = new Date(clock.now().getTime() + UNDO_DAYS * DAY);
  return { token, row: { _id: hash, kind: "UNDO_FACTOR", userId: factor.userId, factorId: factor._id, expiresAt } };
}
