import type { Logger } from "pino";
import { wait } from "#libs/kernel/wait.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { CIRCUIT_OPEN_MS } from "#libs/providers/circuit-breaker.ts";
import type { Email, EmailProvider } from "#libs/providers/email/email-provider.ts";
import type { Mailbox } from "#libs/providers/email/mailbox.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type Mail, renderMail } from "./render-mail.ts";

/** Writes mails in the language of their readers and sends them through the e-mail slot. */
export interface Mailer {
  /**
   * Sends a mail in the background, with retries; does nothing while the slot is off. The caller does not wait, because the duration of its
   * response must not reveal whether a mail was sent.
   */
  send(mail: Mail): void;
  /** Sends a mail once and waits for the provider. Throws ProviderFailure, or provider.error.off. */
  deliver(mail: Mail): Promise<void>;
}

interface MailerDeps {
  readonly config: Pick<ConfigReader, "read">;
  readonly logger: Logger;
  readonly email: Slot<EmailProvider>;
  /** Gets a copy of every mail in a process with test hooks. */
  readonly mailbox: Mailbox | null;
  /** Milliseconds before each retry. */
  readonly backoffMs?: readonly number[];
  /** Milliseconds before another try after a refusal by the open circuit. */
  readonly circuitMs?: number;
}

const BACKOFF_MS = [5_000, 60_000] as const;
/** A mail that waits is in memory, so none waits for more than minutes. */
const MAX_CIRCUIT_WAITS = 10;

export function createMailer(deps: MailerDeps): Mailer {
  const { config, logger, email, mailbox, backoffMs = BACKOFF_MS, circuitMs = CIRCUIT_OPEN_MS } = deps;
  const render = (mail: Mail): Email => {
    const rendered = renderMail(mail, config);
    mailbox?.put(rendered);
    return rendered;
  };
  const sendNow = async (rendered: Email) => email.use().send(rendered);
  return {
    deliver: async (mail) => sendNow(render(mail)),
    send(mail) {
      const rendered = render(mail);
      if (email.activeName() === null) return;
      withRetries(
        afterCircuit(() => sendNow(rendered), circuitMs),
        backoffMs,
      ).catch((error: unknown) => {
        logger.error({ err: error, mail: { kind: mail.kind } }, "mail not sent");
      });
    },
  };
}

/** A call that the open circuit refuses is no attempt: what is wrong with the mails of others loses none. It waits, a bounded number of times. */
function afterCircuit(call: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let waits = MAX_CIRCUIT_WAITS;
  const attempt = async (): Promise<void> => {
    try {
      await call();
    } catch (error) {
      if (waits === 0 || !(error instanceof ProviderFailure) || error.reason !== "OPEN") throw error;
      waits -= 1;
      await wait(pauseMs);
      await attempt();
    }
  };
  return attempt;
}

/** Retries after transient failures of the provider, once per configured pause. */
async function withRetries(attempt: () => Promise<void>, [pauseMs, ...furtherMs]: readonly number[]): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (pauseMs === undefined || !(error instanceof ProviderFailure) || !error.isRetryable) throw error;
    await wait(pauseMs);
    await withRetries(attempt, furtherMs);
  }
}
