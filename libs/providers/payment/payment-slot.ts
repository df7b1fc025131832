import type { Money } from "#libs/kernel/money.ts";
import { checkOutcome, checkReference } from "../check-answer.ts";
import { createSlot, type ProviderHost, type Slot } from "../slot.ts";

/** Money that a provider collects from a fan. */
export interface Charge {
  /** Idempotency key: the provider collects once for an id. */
  readonly topUpId: string;
  /** Minor units. */
  readonly amount: Money;
  readonly currency: string;
}

export const CHARGE_OUTCOMES = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];

/** Money that a provider pays to a creator. */
export interface Transfer {
  /** Idempotency key: the provider pays once for an id. */
  readonly payoutId: string;
  /** Minor units. */
  readonly amount: Money;
  readonly currency: string;
  /** The payout method of the creator. */
  readonly methodKind: string;
  readonly methodLabel: string;
}

/** Port of payments in both directions. Throws ProviderFailure when the provider cannot be reached; a later retry may succeed. */
export interface PaymentProvider {
  /** Starts a charge. Resolves to the provider's id of it, at most 200 characters. */
  start(charge: Charge): Promise<string>;
  /** The current outcome of the charge with a reference. */
  outcome(reference: string): Promise<ChargeOutcome>;
  /** Pays a transfer, or resolves to the outcome of the transfer with this id. PENDING: call again later. */
  pay(transfer: Transfer): Promise<ChargeOutcome>;
}

/** The payments of the provider that `provider.payment` names. A charge that one provider has started is looked up at that provider, by name. */
export function paymentSlot(
  { config, clock, env }: Pick<ProviderHost, "config" | "clock"> & { readonly env?: Pick<ProviderHost["env"], "production"> },
  implementations: { readonly sandbox: PaymentProvider } = { sandbox: sandboxPayment },
): Slot<PaymentProvider> {
  return createSlot({
    slot: "payment",
    implementations: { sandbox: checkedPayment(implementations.sandbox) },
    config,
    clock,
    production: env?.production ?? false,
  });
}

/**
 * The same provider with its answers validated: an answer that breaks the port is BAD_ANSWER and never reaches the ledger.
 * @internal exported for tests
 */
export function checkedPayment(provider: PaymentProvider): PaymentProvider {
  return {
    start: async (charge) => checkReference("payment", await provider.start(charge)),
    outcome: async (reference) => checkOutcome("payment", CHARGE_OUTCOMES, await provider.outcome(reference)),
    pay: async (transfer) => checkOutcome("payment", CHARGE_OUTCOMES, await provider.pay(transfer)),
  };
}

/** Name of the provider that moves no money. */
export const SANDBOX = "sandbox";

/** The top-up of a charge of the sandbox; null for a charge of another provider. */
export function sandboxTopUpOf(reference: string): string | null {
  const prefix = `${SANDBOX}:`;
  return reference.startsWith(prefix) ? reference.slice(prefix.length) : null;
}

/** Moves no money: every charge and every transfer succeeds. */
const sandboxPayment: PaymentProvider = {
  start: async ({ topUpId }) => `${SANDBOX}:${topUpId}`,
  outcome: async () => "SUCCEEDED",
  pay: async () => "SUCCEEDED",
};
