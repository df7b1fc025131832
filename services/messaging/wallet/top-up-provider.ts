import { AppError } from "#libs/errors/app-error.ts";
import type { PaymentProvider } from "#libs/providers/payment.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Slot } from "#libs/providers/slot.ts";

/** The name of the active provider. Throws payment.topup.provider_unavailable when top-ups are off. */
export function nameOfActive(payment: Slot<PaymentProvider>): string {
  const name = payment.activeName();
  if (name === null) throw new AppError("payment.topup.provider_unavailable");
  return name;
}

/** What a provider answers. Throws payment.topup.provider_unavailable when it does not. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // No provider of that name any more, or one that fails; anything else is our own mistake.
    if (error instanceof AppError || error instanceof ProviderFailure) throw new AppError("payment.topup.provider_unavailable");
    throw error;
  }
}
