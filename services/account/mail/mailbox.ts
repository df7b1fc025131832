import type { Connection } from "mongoose";
import type { Runtime } from "#libs/runtime/runtime.ts";
import type { Mail } from "./mail.ts";

/** Mails that a mailbox keeps. */
const CAPACITY = 1_000;

/** The mails of a process that runs with test hooks, so that a test can follow their links. */
export interface Mailbox {
  put(mail: Mail): void;
  /** Oldest first. */
  of(address: string): readonly Mail[];
}

const mailboxes = new WeakMap<Connection, Mailbox>();

/** The mailbox of a runtime; it stays empty unless the process runs with test hooks. */
export function mailboxOf(runtime: Pick<Runtime, "database">): Mailbox {
  const owner = runtime.database("account");
  const known = mailboxes.get(owner);
  if (known) return known;
  const made = createMailbox();
  mailboxes.set(owner, made);
  return made;
}

function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  return {
    put(mail) {
      mails.push(mail);
      if (mails.length > CAPACITY) mails.shift();
    },
    of: (address) => mails.filter(({ to }) => to === address),
  };
}
