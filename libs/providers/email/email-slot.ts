import { join } from "node:path";
import { emailAddress } from "#libs/contracts/shared.ts";
import { ProviderFailure } from "../provider-failure.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import type { Email, EmailProvider } from "./email-provider.ts";
import { consoleEmail, folderEmail } from "./local-email.ts";
import { smtpEmail } from "./smtp-email.ts";

const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 100_000;
const MAX_HTML_LENGTH = 200_000;
const TIMEOUT_MS = 30_000;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** The emails of the provider that `provider.email` names. */
export function emailSlot(host: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<EmailProvider> {
  const { config, clock, logger, env } = host;
  const implementations = {
    console: checkedEmail(consoleEmail(logger)),
    folder: checkedEmail(folderEmail(join(env.dataDir, "mail"))),
    smtp: checkedEmail(smtpEmail({ config })),
  };
  return createSlot({ slot: "email", implementations, config, clock, production: env.production, timeoutMs: TIMEOUT_MS });
}

/** The same provider, which refuses emails that are too long or could inject a header. @internal exported for tests */
export function checkedEmail(provider: EmailProvider): EmailProvider {
  return {
    async send(email) {
      if (!isSendable(email)) throw new ProviderFailure("email", "REFUSED");
      return provider.send(email);
    },
  };
}

function isSendable({ to, subject, text, html, id, unsubscribeUrl }: Email): boolean {
  if (to.length > emailAddress.max || !emailAddress.pattern.test(to)) return false;
  if (subject === "" || subject.length > MAX_SUBJECT_LENGTH || CONTROL_CHARACTER.test(subject)) return false;
  if (unsubscribeUrl !== undefined && !/^https?:\/\/[^\s<>]+$/.test(unsubscribeUrl)) return false;
  if (html !== undefined && html.length > MAX_HTML_LENGTH) return false;
  if (id !== undefined && !/^[\w-]{1,100}$/.test(id)) return false;
  return text !== "" && text.length <= MAX_TEXT_LENGTH;
}
