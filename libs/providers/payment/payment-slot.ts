import { missingSettings } from "../missing-settings.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";
import { checkedPayment } from "./checked-payment.ts";
import { checkout as checkoutPayment } from "./checkout/checkout.ts";
import type { PaymentProvider } from "./payment-provider.ts";

interface PaymentHost extends Pick<ProviderHost, "config" | "clock"> {
  readonly env?: Pick<ProviderHost["env"], "production">;
  readonly logger?: ProviderHost["logger"];
}

interface Implementations {
  readonly sandbox: PaymentProvider;
  /** Absent: the real one. */
  readonly checkout?: PaymentProvider;
}

/**
 * The payments of the provider that `provider.payment` names; off while that one lacks a setting. What one provider has started is looked up
 * at that provider, by name.
 */
export function paymentSlot(host: PaymentHost, { sandbox, checkout }: Implementations): Slot<PaymentProvider> {
  const { config, clock, logger, env = { production: false } } = host;
  const missingOf = (name: string) => missingSettings("payment", name, { config, env });
  return createSlot({
    slot: "payment",
    implementations: { sandbox: checkedPayment(sandbox), checkout: checkedPayment(checkout ?? checkoutPayment({ config, env })) },
    config,
    clock,
    production: env.production,
    isUsable: (name) => missingOf(name)?.length === 0,
    hasSecret: (name) => !missingOf(name)?.includes("provider.payment_secret"),
    local: ["readCallback"],
    logger,
  });
}
