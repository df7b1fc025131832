import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { newMailToken } from "./crypto/opaque-token.ts";
import type { MailToken, MailTokenKind } from "./data/mail-token.store.ts";
import type { Deps } from "./deps.ts";

/** A link for a mail: the secret for the mail, the row for the store. */
export interface MailLink {
  readonly token: string;
  readonly row: MailToken;
}

/** @param userId null for an address without an account */
export function newMailLink({ clock, config }: Pick<Deps, "clock" | "config">, kind: MailTokenKind, userId: string | null): MailLink {
  const { token, hash } = newMailToken();
  const lifetime = {
    VERIFY_EMAIL: () => config.read("auth.verify_token_hours") * HOUR,
    RESET_PASSWORD: () => config.read("auth.reset_token_minutes") * MINUTE,
  }[kind]();
  return { token, row: { _id: hash, kind, userId, expiresAt: new Date(clock.now().getTime() + lifetime) } };
}
