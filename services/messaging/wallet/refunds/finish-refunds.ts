import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Outgoing } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { askAbout } from "../data/ask-about.ts";
import type { Deps } from "../deps.ts";
import type { Refund } from "../domain/refund.ts";
import { type SettleRefundDeps, settleRefund } from "./settle-refund.ts";

export type FinishDeps = SettleRefundDeps & Pick<Deps, "refunds" | "payment" | "faults" | "logger">;

const BATCH_SIZE = 50;

/** The failure reason of a refund that the provider has refused. */
const REFUSED_BY_PROVIDER = "PROVIDER_REFUSED";

/** Sends refunds to their provider, and asks again about those that it has not decided. Resolves to whether there were any. */
export async function finishRefunds(deps: FinishDeps): Promise<boolean> {
  const due = await deps.refunds.listToAsk(deps.clock.now(), BATCH_SIZE);
  for (const refund of due) {
    await bestEffort(deps.logger, `finish refund ${refund._id}`, async () => {
      if (await deps.refunds.claim(refund)) await askProvider(deps, refund);
    });
  }
  return due.length > 0;
}

/** It may run any number of times, also after a crash at any point: the provider refunds once for an id, and the outcome is recorded once. */
async function askProvider(deps: FinishDeps, refund: Refund): Promise<void> {
  const { _id: refundId, provider, chargeReference, amount, currency } = refund;
  const order = { refundId, chargeReference, amount, currency };
  const outcome = await askAbout(deps.refunds, refund, () => deps.payment.named(provider).refund(order).catch(failedIfRefused));
  await deps.faults.hit("wallet.refund.asked");
  await settleRefund(deps, refundId, outcome);
}

/** A refusal of the provider is final; any other failure is retried. */
function failedIfRefused(error: unknown): Pick<Outgoing, "state" | "reason"> {
  if (error instanceof ProviderFailure && error.reason === "REFUSED") return { state: "FAILED", reason: REFUSED_BY_PROVIDER };
  throw error;
}
