import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { sumText } from "#libs/kernel/sums.ts";
import { wait } from "#libs/kernel/wait.ts";
import { isLocale } from "#libs/platform/i18n/locales.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

export type CloseMoneyDeps = Pick<Deps, "services" | "users" | "mailer">;

const CALL_TIMEOUT_MS = 8_000;
/** Batches of messages in one run; the rest waits for the next run. */
const MAX_BATCHES = 400;
/** Pause between two batches, in which pending events leave the outbox. */
const BATCH_PAUSE_MS = 25;

/**
 * Lets the wallet close the money of a user, and mails the sums and the code of what is unclaimed. Afterwards the address is gone, so the
 * mail must have been taken: a failure is thrown, and the purge begins again. An address that was never verified may be of another person.
 * @param onBatch called after each batch but the last
 */
export async function closeMoneyAndTell(
  { services, users, mailer }: CloseMoneyDeps,
  { _id: requestId, userId }: Pick<GdprRequest, "_id" | "userId">,
  onBatch: () => Promise<unknown>,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { done, code, ...sums } = await services.call(closeMoney, { userId, requestId }, { timeout: CALL_TIMEOUT_MS });
    if (done) {
      const user = await users.find(userId);
      if (!user?.emailVerified) return;
      const { email: to, locale } = user;
      return mailer.deliver({ to, locale, kind: "closing_final", details: { ...writtenSums(sums, locale), code } });
    }
    await onBatch();
    await wait(BATCH_PAUSE_MS);
  }
  throw new Error("more money to close than one run closes");
}

type Sums = Readonly<Record<"currency" | "toSource" | "paidOut" | "unclaimed", string>>;

function writtenSums({ currency, ...sums }: Sums, locale: string) {
  const written = (sum: string) => sumText(sum, currency, isLocale(locale) ? locale : DEFAULT_LOCALE);
  return { toSource: written(sums.toSource), paidOut: written(sums.paidOut), unclaimed: written(sums.unclaimed) };
}
