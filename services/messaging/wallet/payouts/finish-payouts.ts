import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { isCooling } from "../domain/payout.ts";
import { coolingOf } from "./cooling.ts";
import { payOut } from "./pay-out.ts";

type FinishDeps = Pick<
  Deps,
  "clock" | "config" | "destinations" | "payouts" | "payment" | "inTransaction" | "faults" | "wallets" | "ledger" | "outbox" | "logger"
>;

/** Longer than a call of a provider can take. A payout that was sent within this time may still be in another process. */
const RETRY_AFTER_MS = 15 * SECOND;
const BATCH_SIZE = 50;

/**
 * Sends approved payouts that were not sent yet, and retries those whose outcome is unknown: after a crash, or while the provider is still
 * working. Payouts without funds are asked about hourly. What was sent may have been paid, so only what was not sent waits for a cooling.
 * While PAYOUTS is switched off, the provider is only asked about what was sent, and begins with nothing.
 */
export async function finishPayouts(deps: FinishDeps): Promise<void> {
  const mayBegin = !deps.config.isSwitchedOff("PAYOUTS");
  const now = deps.clock.now();
  const triedBefore = new Date(now.getTime() - RETRY_AFTER_MS);
  for (const payout of await deps.payouts.listUnfinished(triedBefore, now, BATCH_SIZE)) {
    await bestEffort(deps.logger, `finish payout ${payout._id}`, async () => {
      const isSent = payout.begunAt !== undefined || (mayBegin && !isCooling({ now, coolingUntil: await coolingOf(deps, payout.userId) }));
      if ((await deps.payouts.claim(payout, isSent)) && isSent) await payOut(deps, payout, { mayBegin });
    });
  }
}
