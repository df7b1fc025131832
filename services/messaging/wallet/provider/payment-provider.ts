import type { Money } from "#libs/kernel/money.ts";

/** What a provider is asked to collect. */
export interface Charge {
  /** The same id always means the same charge: the provider must not collect twice for it. */
  readonly topUpId: string;
  /** Minor units. */
  readonly amount: Money;
  readonly currency: string;
}

export type ChargeOutcome = "PENDING" | "SUCCEEDED" | "FAILED";

/** Whoever collects money for top-ups. May throw when it cannot be reached; the top-up then stays PENDING. */
export interface PaymentProvider {
  /** Starts a charge. Returns the provider's reference of it. */
  start(charge: Charge): Promise<string>;
  /** How the charge of a reference ended, as the provider itself says. */
  outcome(reference: string): Promise<ChargeOutcome>;
}

/** Providers by the name that `provider.payment` selects. */
export type PaymentProviders = Readonly<Record<string, PaymentProvider>>;
