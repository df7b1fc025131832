import type { Logger } from "pino";
import type { EmailProvider } from "./email-provider.ts";

/** Writes a line for each mail instead of sending it; neither the address nor the text nor the token is in it. */
export function consoleEmail(logger: Logger): EmailProvider {
  return {
    async send({ kind, locale }) {
      logger.info({ mail: { kind, locale } }, "mail");
    },
  };
}
