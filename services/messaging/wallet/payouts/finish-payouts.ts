import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { payOut } from "./pay-out.ts";

type FinishDeps = Pick<
  Deps,
  "config" | "clock" | "payouts" | "payment" | "inTransaction" | "faults" | "wallets" | "ledger" | "outbox" | "logger"
>;

/** Longer than a call of a provider can take. A payout that was sent within this time may still be in another process. */
const RETRY_AFTER_MS = 15 * SECOND;
const BATCH_SIZE = 50;

/**
 * Retries approved payouts whose outcome is unknown: after a crash, or while the provider is still working. While PAYOUTS is
 * switched off it sends none, because the provider may not have begun with it.
 */
export async function finishPayouts(deps: FinishDeps): Promise<void> {
  if (deps.config.isSwitchedOff("PAYOUTS")) return;
  const now = deps.clock.now();
  const triedBefore = new Date(now.getTime() - RETRY_AFTER_MS);
  for (const payout of await deps.payouts.listUnfinished(triedBefore, now, BATCH_SIZE)) {
    await bestEffort(deps.logger, `finish payout ${payout._id}`, async () => {
      if (await deps.payouts.claim(payout)) await payOut(deps, payout);
    });
  }
}
