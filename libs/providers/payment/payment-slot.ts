import type { ProviderName } from "#libs/policies/provider-slots.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import { checkedPayment } from "./checked-payment.ts";
import type { PaymentProvider } from "./payment-provider.ts";

type PaymentHost = Pick<ProviderHost, "config" | "clock"> & { readonly env?: Pick<ProviderHost["env"], "production"> };

/** The payments of the provider that `provider.payment` names. What one provider has started is looked up at that provider, by name. */
export function paymentSlot(
  { config, clock, env }: PaymentHost,
  implementations: Readonly<Record<ProviderName<"payment">, PaymentProvider>>,
): Slot<PaymentProvider> {
  return createSlot({
    slot: "payment",
    implementations: Object.fromEntries(
      Object.entries(implementations).map(([name, provider]) => [name, checkedPayment(provider)]),
    ) as typeof implementations,
    config,
    clock,
    production: env?.production ?? false,
    local: ["readCallback"],
  });
}
