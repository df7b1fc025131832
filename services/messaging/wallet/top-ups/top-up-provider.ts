import { AppError } from "#libs/errors/app-error.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { Slot } from "#libs/providers/slot.ts";

/** The name of the active provider. Throws payment.topup.provider_unavailable when there is none. */
export function activeProviderName(payment: Slot<PaymentProvider>): string {
  const name = payment.activeName();
  if (name === null) throw new AppError("payment.topup.provider_unavailable");
  return name;
}

/** Calls a provider. Throws payment.topup.provider_unavailable when the call fails, or when the provider no longer exists. */
export async function orTopUpUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Any other error is a bug and must stay visible.
    if (error instanceof AppError || error instanceof ProviderFailure) throw new AppError("payment.topup.provider_unavailable");
    throw error;
  }
}
