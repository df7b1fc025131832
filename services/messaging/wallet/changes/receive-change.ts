import { SECOND } from "#libs/kernel/clock.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Change } from "#libs/providers/payment/payment-provider.ts";
import type { PaymentEvent } from "../data/payment-event.store.ts";
import type { Deps } from "../deps.ts";
import { type HandleDeps, handleChange } from "./handle-change.ts";

export type ReceiveDeps = HandleDeps & Pick<Deps, "logger" | "paymentEvents" | "faults">;

/** A provider waits for the answer to its callback; what takes longer goes on, and is taken up by the job if it fails. */
const PATIENCE_MS = 5 * SECOND;

/** Stores a hint of a provider, and processes it at once. One that is known has no further effect. */
export async function receiveChange(deps: ReceiveDeps, slot: string, change: Change): Promise<void> {
  const event = await deps.paymentEvents.insert(slot, change);
  await deps.faults.hit("wallet.callback.stored");
  if (event) await withDeadline(processEvent(deps, event), PATIENCE_MS, () => undefined);
}

/** Never throws: an event that is not done is processed again by `wallet.process-payment-events`. */
export function processEvent(deps: ReceiveDeps, event: PaymentEvent): Promise<void> {
  return bestEffort(deps.logger, `process payment event ${event._id}`, async () => {
    if (await handleChange(deps, event.slot, event)) await deps.paymentEvents.setDone(event);
  });
}
