import { SECOND } from "#libs/kernel/clock.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { WalletDeps } from "./deps.ts";
import { payOut } from "./pay-out.ts";

type FinishDeps = Pick<WalletDeps, "clock" | "payouts" | "payment" | "transaction" | "faults" | "wallets" | "ledger" | "outbox" | "logger">;

/** Whoever asks is left alone for so long: longer than a call of a provider can take. */
const IN_HAND_MS = 15 * SECOND;
const PAYOUTS_PER_RUN = 50;

/** Asks again about approved payouts whose end is not known: after a crash, or when the provider takes its time. */
export async function finishPayouts(deps: FinishDeps): Promise<void> {
  const due = new Date(deps.clock.now().getTime() - IN_HAND_MS);
  for (const payout of await deps.payouts.underWay(due, PAYOUTS_PER_RUN)) {
    await bestEffort(deps.logger, `finish payout ${payout._id}`, async () => {
      if (await deps.payouts.claimTry(payout)) await payOut(deps, payout, { requestId: null });
    });
  }
}
