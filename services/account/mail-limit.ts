import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { WindowCountStore } from "./data/window-count.store.ts";

/** Keeps the mails that anybody may ask for from flooding a mailbox. Works alike for addresses without an account. */
export interface MailLimit {
  /** Counts one mail to an address; false when it had its share. */
  admits(email: string): Promise<boolean>;
}

interface MailLimitDeps {
  readonly counts: WindowCountStore;
  readonly clock: Clock;
  /** Key of the hashes that stand for addresses. */
  readonly key: string;
}

/** Mails of all kinds together, in a window that the first of them starts. */
const MOST_MAILS = 5;
const WINDOW_SECONDS = 3_600;

export function mailLimit({ counts, clock, key }: MailLimitDeps): MailLimit {
  return {
    async admits(email) {
      const { count } = await counts.add(hmacHex(key, `mail:${email}`), clock.now(), WINDOW_SECONDS);
      return count <= MOST_MAILS;
    },
  };
}
