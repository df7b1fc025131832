import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { WindowCountStore } from "../data/window-count.store.ts";
import type { MailKind } from "./render-mail.ts";

/** The kinds that visitors can request for an address. */
export type LimitedMail = Extract<
  MailKind,
  "verify_email" | "already_registered" | "reset_password" | "email_change_confirm" | "sign_in_code"
>;

/** A mail that may be sent. */
export interface MailTurn {
  /** When another may be sent, if this one reaches the limit; else null. */
  readonly nextAt: Date | null;
}

/** Limits the mails that visitors can request for an address, so that a mailbox is not flooded. The address need not have an account. */
export interface MailLimit {
  /**
   * Counts one mail to an address; null when the limit is exceeded. Each kind has a count of its own: otherwise a stranger could use up
   * the mails by which the owner sets a new password.
   * @param askedBy the user who asks; the mails of each are counted apart
   */
  tryConsume(kind: LimitedMail, email: string, askedBy?: string): Promise<MailTurn | null>;
}

interface MailLimitDeps {
  readonly counts: WindowCountStore;
  readonly clock: Clock;
  /** Key of the hashes that stand for addresses. */
  readonly key: string;
}

/** Mails of one kind, in a window that starts with the first one. */
const MAX_MAILS = 5;
const WINDOW_SECONDS = 3_600;

export function createMailLimit({ counts, clock, key }: MailLimitDeps): MailLimit {
  return {
    async tryConsume(kind, email, askedBy = "") {
      const { count, windowEndsAt } = await counts.increment(hmacHex(key, `mail:${kind}:${askedBy}:${email}`), clock.now(), WINDOW_SECONDS);
      return count > MAX_MAILS ? null : { nextAt: count === MAX_MAILS ? windowEndsAt : null };
    },
  };
}
