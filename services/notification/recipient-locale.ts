import type { Ctx } from "#libs/contract-kit/implement.ts";
import { getMessagingParty } from "#libs/contracts/account-internal.ts";
import { DEFAULT_LOCALE, type Locale } from "#libs/contracts/shared.ts";
import { isLocale } from "#libs/i18n/locales.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { RecipientDoc } from "./data/recipient.model.ts";
import type { Deps } from "./deps.ts";

const ASK_MS = 1_000;

/** The locale a user reads in now; asks the account service when no event has told it yet, and is English when that cannot answer. */
export async function localeOf(
  userId: string,
  recipient: RecipientDoc | null,
  ctx: Pick<Ctx<unknown>, "call">,
  { recipients, logger }: Pick<Deps, "recipients" | "logger">,
): Promise<Locale> {
  let locale = recipient?.locale ?? null;
  if (locale === null) {
    await bestEffort(logger, "ask for a recipient's locale", async () => {
      const party = await ctx.call(getMessagingParty, { userId }, { timeout: ASK_MS });
      if (!party.found) return;
      locale = party.locale;
      await recipients.keepLocale(userId, party.locale, party.version);
    });
  }
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}
