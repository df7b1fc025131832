import type { Logger } from "pino";
import type { MailProvider } from "./mail.ts";

/** Writes a line for each mail instead of sending it; neither the address nor the token is in it. */
export function consoleProvider(logger: Logger): MailProvider {
  return {
    async send({ kind, locale }) {
      logger.info({ mail: { kind, locale } }, "mail");
    },
  };
}
