import { AppError } from "#libs/errors/app-error.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { PROVIDERS } from "#libs/policies/provider-slots.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Deps } from "../deps.ts";
import { processEvent, type ReceiveDeps } from "./receive-change.ts";

const MAX_PAGES = 1_000;

/** Reads what the providers report since the last time, so that nothing depends on a callback. Each goes on where its cursor stands. */
export async function catchUpEvents(deps: ReceiveDeps): Promise<void> {
  for (const slot of Object.keys(PROVIDERS.payment)) {
    await bestEffort(deps.logger, `catch up with the changes of ${slot}`, () => catchUpWith(deps, slot).catch(unlessAbsent));
  }
}

/** Reads what one provider reports since the last time. What cannot be read keeps nothing else waiting. Throws ProviderFailure. */
export async function catchUpWith(deps: ReceiveDeps, slot: string): Promise<void> {
  const { paymentEvents } = deps;
  const provider = providerOf(deps, slot);
  const list = `${slot}:changes`;
  let cursor = await paymentEvents.cursorOf(list);
  for (let page = 0; provider && page < MAX_PAGES; page += 1) {
    const { events, cursor: next } = await provider.changes(cursor);
    for (const change of events) {
      const event = await paymentEvents.insert(slot, change);
      if (event?.subject === "UNREADABLE")
        deps.logger.error({ eventId: event._id }, "change of a payment provider cannot be read; look it up at the provider");
      if (event) await processEvent(deps, event);
    }
    // Only now: after a crash, the same page is read again, and its events are known.
    await paymentEvents.setCursor(list, next);
    if (next === cursor || events.length === 0) return;
    cursor = next;
  }
}

/** Null for a provider that does not exist here. */
function providerOf({ payment }: Pick<Deps, "payment">, slot: string): PaymentProvider | null {
  try {
    return payment.named(slot);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A provider that was never connected reports nothing. */
function unlessAbsent(error: unknown): void {
  if (!(error instanceof ProviderFailure) || error.reason !== "NOT_CONFIGURED") throw error;
}
