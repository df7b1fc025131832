import type { Clock } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { WindowCountStore } from "../data/window-count.store.ts";

/** Limits the mails that visitors can request for an address, so that a mailbox is not flooded. The address need not have an account. */
export interface MailLimit {
  /** Counts one mail to an address; false when the limit is exceeded. */
  tryConsume(email: string): Promise<boolean>;
}

interface MailLimitDeps {
  readonly counts: WindowCountStore;
  readonly clock: Clock;
  /** Key of the hashes that stand for addresses. */
  readonly key: string;
}

/** Mails of all kinds together, in a window that starts with the first one. */
const MAX_MAILS = 5;
const WINDOW_SECONDS = 3_600;

export function createMailLimit({ counts, clock, key }: MailLimitDeps): MailLimit {
  return {
    async tryConsume(email) {
      const { count } = await counts.increment(hmacHex(key, `mail:${email}`), clock.now(), WINDOW_SECONDS);
      return count <= MAX_MAILS;
    },
  };
}
