import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { sumText } from "#libs/kernel/sums.ts";
import { wait } from "#libs/kernel/wait.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

export type CloseMoneyDeps = Pick<Deps, "clock" | "logger" | "services" | "users" | "mailer">;

const CALL_TIMEOUT_MS = 8_000;
/** Batches of messages in one run; the rest waits for the next run. */
const MAX_BATCHES = 400;
/** Pause between two batches, in which pending events leave the outbox. */
const BATCH_PAUSE_MS = 25;
/** How long after its date a purge waits for a mailbox that refuses the mail. A relay with wrong settings refuses mails as well. */
const REFUSED_MAIL_MS = 3 * DAY;

type Closing = Pick<GdprRequest, "_id" | "userId" | "scheduledAt">;

/**
 * Lets the wallet close the money of a user, and mails the sums and the code of what is unclaimed. Afterwards the address is gone, so the
 * mail must have been taken: a failure is thrown, and the purge begins again. A mailbox that is gone delays it by three days at most. An
 * address that was never verified may be of another person.
 * @param onBatch called after each batch but the last
 */
export async function closeMoneyAndTell(deps: CloseMoneyDeps, closing: Closing, onBatch: () => Promise<unknown>): Promise<void> {
  const { services, users, mailer } = deps;
  const { _id: requestId, userId } = closing;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { done, code, ...sums } = await services.call(closeMoney, { userId, requestId }, { timeout: CALL_TIMEOUT_MS });
    if (done) {
      const user = await users.find(userId);
      if (!user?.emailVerified) return;
      const { email: to, locale } = user;
      const mail = { to, locale, kind: "closing_final", details: { ...writtenSums(sums, locale), code } } as const;
      return mailer.deliver(mail).catch((error: unknown) => giveUpOrThrow(deps, closing, error));
    }
    await onBatch();
    await wait(BATCH_PAUSE_MS);
  }
  throw new Error("more money to close than one run closes");
}

/** Otherwise a person whose mailbox no longer exists would never be erased. What is unclaimed stays so. */
function giveUpOrThrow({ clock, logger }: CloseMoneyDeps, { _id: gdprRequestId, scheduledAt }: Closing, error: unknown): void {
  const isRefused = error instanceof ProviderFailure && error.reason === "REFUSED";
  if (!isRefused || clock.now().getTime() < scheduledAt.getTime() + REFUSED_MAIL_MS) throw error;
  logger.warn({ err: error, gdprRequestId }, "last mail refused for three days; the purge goes on without it");
}

type Sums = Readonly<Record<"currency" | "toSource" | "paidOut" | "unclaimed", string>>;

function writtenSums({ currency, ...sums }: Sums, locale: string) {
  const written = (sum: string) => sumText(sum, currency, isLocale(locale) ? locale : DEFAULT_LOCALE);
  return { toSource: written(sums.toSource), paidOut: written(sums.paidOut), unclaimed: written(sums.unclaimed) };
}
