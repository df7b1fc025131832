import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import type { Email } from "./email-provider.ts";

const MAX_EMAILS = 1_000;

/** The emails that a process with test hooks has sent, so that a test can follow their links. */
export interface Mailbox {
  put(email: Email): void;
  /** Oldest first. */
  of(address: string): readonly Email[];
}

const mailboxes = new WeakMap<Runtime["env"], Mailbox>();

/** The mailbox of a runtime; it stays empty unless the process runs with test hooks. */
export function mailboxOf({ env }: Pick<Runtime, "env">): Mailbox {
  const existing = mailboxes.get(env);
  if (existing) return existing;
  const mailbox = createMailbox();
  mailboxes.set(env, mailbox);
  return mailbox;
}

function createMailbox(): Mailbox {
  const emails: Email[] = [];
  return {
    put(email) {
      emails.push(email);
      if (emails.length > MAX_EMAILS) emails.shift();
    },
    of: (address) => emails.filter(({ to }) => to === address),
  };
}
