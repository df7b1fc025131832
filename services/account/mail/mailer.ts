import type { Logger } from "pino";
import type { ConfigReader } from "#libs/config/reader.ts";
import type { Mail, MailProvider } from "./mail.ts";
import type { Mailbox } from "./mailbox.ts";

export interface Mailer {
  /** Hands a mail over and does not wait: how long an answer takes must not tell whether there was a mail. */
  send(mail: Mail): void;
}

interface MailerDeps {
  readonly config: ConfigReader;
  readonly logger: Logger;
  readonly providers: Readonly<Record<string, MailProvider>>;
  /** Gets a copy of every mail in a process with test hooks. */
  readonly mailbox: Mailbox | null;
}

/** Sends through the provider that `provider.email` names; a name without a provider sends nothing. */
export function createMailer({ config, logger, providers, mailbox }: MailerDeps): Mailer {
  return {
    send(mail) {
      mailbox?.put(mail);
      providers[config.read("provider.email")]?.send(mail).catch((error: unknown) => {
        logger.error({ err: error, mail: { kind: mail.kind } }, "mail not sent");
      });
    },
  };
}
