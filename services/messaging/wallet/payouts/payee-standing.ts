import { PAYEE_CHECK, PAYS_METHODS } from "#libs/policies/provider-slots.ts";
import type { Deps } from "../deps.ts";
import type { Payee } from "../domain/payee.ts";
import type { PayeeStanding } from "../domain/payout.ts";

type StandingDeps = Pick<Deps, "payees" | "payment">;

/** Whether a provider pays nothing but its payees. */
const paysPayeesOnly = (provider: string | null): boolean => provider !== null && !PAYS_METHODS.includes(provider);

/** Whether a creator must be a payee: the provider pays nothing else, or it makes the identity check. */
export function isRequired({ config, payment }: Pick<Deps, "config" | "payment">): boolean {
  return paysPayeesOnly(payment.activeName()) || config.read("provider.kyc") === PAYEE_CHECK;
}

/** The payee of a user at the active provider; null: there is none, or no provider. */
export async function activePayee({ payees, payment }: StandingDeps, userId: string): Promise<Payee | null> {
  const provider = payment.activeName();
  return provider === null ? null : payees.find(provider, userId);
}

/** Where the payouts of a user go: to the payee, once there is one or where the provider pays no methods. */
export async function payeeStanding(deps: StandingDeps, userId: string): Promise<PayeeStanding> {
  return standingOf(deps.payment.activeName(), await activePayee(deps, userId));
}

/** Where payouts go that a provider pays. */
export function standingOf(provider: string | null, payee: Pick<Payee, "provider" | "reference" | "status"> | null): PayeeStanding {
  const enabled = payee?.status === "ENABLED" ? { provider: payee.provider, reference: payee.reference } : null;
  return { isPaid: payee !== null || paysPayeesOnly(provider), enabled };
}
