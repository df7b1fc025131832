import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import type { EmailProvider } from "#libs/providers/email/email-provider.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { emailOf } from "./email-of.ts";
import type { Mail } from "./mail.ts";
import type { Mailbox } from "./mailbox.ts";

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
}

/** Writes mails in the language of their readers and sends them through the e-mail slot; while it is off nothing is sent. */
export function createMailer({ config, logger, email, mailbox }: MailerDeps): Mailer {
  const deliver = async (mail: Mail) => {
    mailbox?.put(mail);
    await email.use().send(emailOf(mail, config));
  };
  return {
    deliver,
    send(mail) {
      if (email.activeName() === null) mailbox?.put(mail);
      else deliver(mail).catch((error: unknown) => logger.error({ err: error, mail: { kind: mail.kind } }, "mail not sent"));
    },
  };
}
