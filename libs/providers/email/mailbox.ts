import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Email } from "./email-provider.ts";

/** Mails that a mailbox keeps. */
const CAPACITY = 1_000;

/** What a test gets to know of a mail. */
export type KeptMail = Pick<Email, "to" | "kind" | "locale" | "token">;

/** The mails of a process that runs with test hooks, so that a test can follow their links. */
export interface Mailbox {
  put(mail: KeptMail): void;
  /** Oldest first. */
  of(address: string): readonly KeptMail[];
}

const mailboxes = new WeakMap<Runtime["env"], Mailbox>();

/** The mailbox of a runtime; it stays empty unless the process runs with test hooks. */
export function mailboxOf({ env }: Pick<Runtime, "env">): Mailbox {
  const known = mailboxes.get(env);
  if (known) return known;
  const made = createMailbox();
  mailboxes.set(env, made);
  return made;
}

function createMailbox(): Mailbox {
  const mails: KeptMail[] = [];
  return {
    put({ to, kind, locale, token }) {
      mails.push({ to, kind, locale, ...(token === undefined ? {} : { token }) });
      if (mails.length > CAPACITY) mails.shift();
    },
    of: (address) => mails.filter(({ to }) => to === address),
  };
}
