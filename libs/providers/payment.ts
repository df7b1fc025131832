import type { Money } from "#libs/kernel/money.ts";
import { referenceIn, wordIn } from "./answers.ts";
import type { ProviderHost } from "./host.ts";
import { type Slot, slotOf } from "./slot.ts";

/** What a provider is asked to collect. */
export interface Charge {
  /** The same id always means the same charge: the provider must not collect twice for it. */
  readonly topUpId: string;
  /** Minor units. */
  readonly amount: Money;
  readonly currency: string;
}

export const CHARGE_OUTCOMES = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];

/** What a provider is asked to pay. */
export interface Transfer {
  /** The same id always means the same transfer: the provider must not pay twice for it. */
  readonly payoutId: string;
  /** Minor units. */
  readonly amount: Money;
  readonly currency: string;
  /** How the creator wants to be paid. */
  readonly methodKind: string;
  readonly methodLabel: string;
}

/** Whoever moves money between the platform and the world. Throws ProviderFailure when it cannot be reached: ask again later. */
export interface PaymentProvider {
  /** Starts a charge. Returns the provider's reference of it, at most 200 characters. */
  start(charge: Charge): Promise<string>;
  /** How the charge of a reference ended, as the provider itself says. */
  outcome(reference: string): Promise<ChargeOutcome>;
  /** Pays a transfer, or tells how the transfer of this id ended; PENDING: ask again later. */
  pay(transfer: Transfer): Promise<ChargeOutcome>;
}

/** Payments, through the provider that `provider.payment` names. What one provider began is asked of that one by name. */
export function paymentSlot(
  { config, clock, env }: Pick<ProviderHost, "config" | "clock"> & { readonly env?: Pick<ProviderHost["env"], "production"> },
  implementations: { readonly sandbox: PaymentProvider } = { sandbox: sandboxPayment },
): Slot<PaymentProvider> {
  return slotOf({
    slot: "payment",
    implementations: { sandbox: checkedPayment(implementations.sandbox) },
    config,
    clock,
    production: env?.production ?? false,
  });
}

/** The same provider, whose answers are what the port promises, or BAD_ANSWER: nothing else gets near the books. */
export function checkedPayment(provider: PaymentProvider): PaymentProvider {
  return {
    start: async (charge) => referenceIn("payment", await provider.start(charge)),
    outcome: async (reference) => wordIn("payment", CHARGE_OUTCOMES, await provider.outcome(reference)),
    pay: async (transfer) => wordIn("payment", CHARGE_OUTCOMES, await provider.pay(transfer)),
  };
}

/** Collects and pays nothing, and lets every charge and every transfer succeed. */
const sandboxPayment: PaymentProvider = {
  start: async ({ topUpId }) => `sandbox:${topUpId}`,
  outcome: async () => "SUCCEEDED",
  pay: async () => "SUCCEEDED",
};
