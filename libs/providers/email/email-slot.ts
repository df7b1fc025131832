import { join } from "node:path";
import { emailAddress } from "#libs/contracts/shared.ts";
import type { ProviderHost } from "../host.ts";
import { ProviderFailure } from "../provider-failure.ts";
import { type Slot, slotOf } from "../slot.ts";
import { consoleEmail } from "./console.ts";
import type { Email, EmailProvider } from "./email-provider.ts";
import { folderEmail } from "./folder.ts";
import { smtpEmail } from "./smtp.ts";

const MAX_SUBJECT = 200;
const MAX_TEXT = 100_000;
const MAX_HTML = 200_000;
const CONTROL = /\p{Cc}/u;

/** Mails, through the provider that `provider.email` names. */
export function emailSlot(host: Pick<ProviderHost, "config" | "clock" | "logger" | "env">): Slot<EmailProvider> {
  const { config, clock, logger, env } = host;
  const implementations = {
    console: checked(consoleEmail(logger)),
    folder: checked(folderEmail(join(env.dataDir, "mail"))),
    smtp: checked(smtpEmail({ config })),
  };
  return slotOf({ slot: "email", implementations, config, clock, production: env.production, timeoutMs: 30_000 });
}

/** No provider gets to see what could break out of a header. */
export function checked(provider: EmailProvider): EmailProvider {
  return {
    async send(email) {
      if (!isSendable(email)) throw new ProviderFailure("email", "REFUSED");
      return provider.send(email);
    },
  };
}

function isSendable({ to, subject, text, html, id, unsubscribeUrl }: Email): boolean {
  if (to.length > emailAddress.max || !emailAddress.pattern.test(to)) return false;
  if (subject === "" || subject.length > MAX_SUBJECT || CONTROL.test(subject)) return false;
  if (unsubscribeUrl !== undefined && !/^https?:\/\/[^\s<>]+$/.test(unsubscribeUrl)) return false;
  if (html !== undefined && html.length > MAX_HTML) return false;
  if (id !== undefined && !/^[\w-]{1,100}$/.test(id)) return false;
  return text !== "" && text.length <= MAX_TEXT;
}
