import type { Change, Subject } from "#libs/providers/payment/payment-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { refreshDispute } from "../chargebacks/record-dispute.ts";
import type { Deps } from "../deps.ts";
import { isCreditable, type TopUp } from "../domain/top-up.ts";
import { type RefreshPayeeDeps, refreshPayee } from "../payouts/refresh-payee.ts";
import { refreshRefund, type SettleRefundDeps } from "../refunds/settle-refund.ts";
import { type RefreshDeps, refreshTopUp } from "../top-ups/settle-top-up.ts";

export type HandleDeps = RefreshDeps & SettleRefundDeps & RefreshPayeeDeps & Pick<Deps, "payees">;

/**
 * Asks the provider about what a change names, and records the answer.
 * @param slot name of the provider
 * @returns false: it must be handled again later
 */
type Handler = (deps: HandleDeps, slot: string, reference: string) => Promise<boolean>;

/** The one place where a callback or a change of a provider has its effect, by what it is about. */
const HANDLERS: Readonly<Record<Subject, Handler>> = {
  CHARGE: handleCharge,
  REFUND: handleRefund,
  DISPUTE: handleDispute,
  PAYEE: handlePayee,
  OTHER: async () => true,
  UNREADABLE: async () => true,
};

/** Resolves to false when the change must be handled again later. Throws ProviderFailure when the provider gives no answer. */
export async function handleChange(deps: HandleDeps, slot: string, { subject, reference }: Omit<Change, "eventId">): Promise<boolean> {
  return reference === null || HANDLERS[subject](deps, slot, reference);
}

/** A payment waits while the switch PAYMENTS is off. */
async function handleCharge(deps: HandleDeps, slot: string, reference: string): Promise<boolean> {
  const topUp = (await deps.topUps.findByCharge(slot, reference)) ?? (await adoptCharge(deps, slot, reference));
  if (!topUp || !isCreditable(topUp)) return true;
  const after = await refreshTopUp(deps, topUp);
  return !isCreditable(after) || !deps.config.isSwitchedOff("PAYMENTS");
}

async function handleRefund(deps: HandleDeps, slot: string, reference: string): Promise<boolean> {
  await refreshRefund(deps, slot, reference).catch(unlessUnknown);
  return true;
}

async function handleDispute(deps: HandleDeps, slot: string, reference: string): Promise<boolean> {
  await refreshDispute(deps, slot, reference).catch(unlessUnknown);
  return true;
}

/** One that is not known here is a payee of another system, or was erased. */
async function handlePayee(deps: HandleDeps, slot: string, reference: string): Promise<boolean> {
  const payee = await deps.payees.findByReference(slot, reference);
  if (payee) await refreshPayee(deps, payee).catch(unlessUnknown);
  return true;
}

/** The top-up of a charge whose start was never answered; null: the charge is not ours. */
async function adoptCharge({ payment, topUps }: HandleDeps, slot: string, reference: string): Promise<TopUp | null> {
  const topUpId = await payment
    .named(slot)
    .charge({ reference, topUpId: null })
    .then((charge) => charge.topUpId)
    .catch(unlessUnknown);
  const topUp = topUpId === null ? null : await topUps.find(topUpId);
  if (topUp?.provider !== slot || topUp.providerReference !== null) return null;
  await topUps.setStarted(topUp._id, { providerReference: reference });
  return topUps.findByCharge(slot, reference);
}

function unlessUnknown(error: unknown): null {
  if (error instanceof ProviderFailure && error.reason === "UNKNOWN_REFERENCE") return null;
  throw error;
}
