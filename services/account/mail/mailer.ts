import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { Email, EmailProvider } from "#libs/providers/email/email-provider.ts";
import type { Mailbox } from "#libs/providers/email/mailbox.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { emailOf } from "./email-of.ts";
import type { Mail } from "./mail.ts";

export interface Mailer {
  /** Hands a mail over and does not wait: how long an answer takes must not tell whether there was a mail. */
  send(mail: Mail): void;
  /** Resolves when the provider has taken a mail over. Throws ProviderFailure, or provider.error.off. */
  deliver(mail: Mail): Promise<void>;
}

interface MailerDeps {
  readonly config: Pick<ConfigReader, "read">;
  readonly logger: Logger;
  readonly email: Slot<EmailProvider>;
  /** Gets a copy of every mail in a process with test hooks. */
  readonly mailbox: Mailbox | null;
  /** After a failure that may pass, a mail is tried again after so many milliseconds. */
  readonly retriesMs?: readonly number[];
}

const RETRIES_MS = [5_000, 60_000] as const;

/** Writes mails in the language of their readers and sends them through the e-mail slot; while it is off nothing is sent. */
export function createMailer({ config, logger, email, mailbox, retriesMs = RETRIES_MS }: MailerDeps): Mailer {
  const hand = async (written: Email) => email.use().send(written);
  return {
    async deliver(mail) {
      mailbox?.put(mail);
      await hand(emailOf(mail, config));
    },
    send(mail) {
      mailbox?.put(mail);
      if (email.activeName() === null) return;
      insisting(() => hand(emailOf(mail, config)), retriesMs).catch((error: unknown) => {
        logger.error({ err: error, mail: { kind: mail.kind } }, "mail not sent");
      });
    },
  };
}

async function insisting(attempt: () => Promise<void>, [pause, ...later]: readonly number[]): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (pause === undefined || !(error instanceof ProviderFailure) || !error.mayPass) throw error;
    await wait(pause);
    await insisting(attempt, later);
  }
}
