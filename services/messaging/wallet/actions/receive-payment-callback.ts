import { implement } from "#libs/contract-kit/implement.ts";
import { receivePaymentCallback } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Change, PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { type ReceiveDeps, receiveChange } from "../changes/receive-change.ts";

/**
 * POST /payments/callbacks/{slot}: taken under every kill switch, also for a provider that is no longer active. It credits nothing: it says
 * what to ask the provider about.
 */
export const receivePaymentCallbackAction = (deps: ReceiveDeps) =>
  implement(receivePaymentCallback, async (ctx) => {
    const { slot, body, signatures } = ctx.params;
    const provider = requireProvider(deps, slot);
    const change = await provider.readCallback(Buffer.from(body, "base64"), signatures, deps.clock.now()).catch(unlessForged);
    await receiveChange(deps, slot, change);
    return { received: true };
  });

function requireProvider({ payment }: Pick<ReceiveDeps, "payment">, slot: string): PaymentProvider {
  try {
    return payment.named(slot);
  } catch (error) {
    throw error instanceof AppError ? new AppError("error.not_found") : error;
  }
}

function unlessForged(error: unknown): Change {
  throw error instanceof ProviderFailure ? new AppError("payment.callback.error.signature") : error;
}
