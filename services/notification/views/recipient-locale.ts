import type { Ctx } from "#libs/contract-kit/implement.ts";
import { getUserSummary } from "#libs/contracts/account/internal.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { RecipientStore } from "../data/recipient.store.ts";

interface LocaleDeps {
  readonly recipients: RecipientStore;
  readonly logger: Logger;
}

const CALL_TIMEOUT_MS = 1_000;

/**
 * The locale of a user. Calls the account service until an event has brought it. English when the call fails or the locale is not
 * supported.
 */
export async function recipientLocale(
  userId: string,
  recipient: RecipientDoc | null,
  ctx: Pick<Ctx<unknown>, "call">,
  { recipients, logger }: LocaleDeps,
): Promise<Locale> {
  let locale = recipient?.locale ?? null;
  if (locale === null) {
    await bestEffort(logger, "get the locale of a recipient", async () => {
      const user = await ctx.call(getUserSummary, { userId }, { timeout: CALL_TIMEOUT_MS });
      if (!user.found) return;
      locale = user.locale;
      await recipients.setUnknownLocale(userId, user.locale, user.version);
    });
  }
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}
