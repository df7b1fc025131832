/** Name of the provider that moves no money. */
export const SANDBOX = "sandbox";

const CHARGE = `${SANDBOX}:`;
const PAYEE = `${SANDBOX}:payee:`;
const REFUND = `${SANDBOX}:refund:`;
const PAYOUT = `${SANDBOX}:payout:`;

export const chargeReference = (topUpId: string): string => CHARGE + topUpId;
export const payeeReference = (userId: string): string => PAYEE + userId;
export const refundReference = (id: string): string => REFUND + id;
export const transferReference = (payoutId: string): string => PAYOUT + payoutId;

/** The top-up of a charge of the sandbox; null for anything else. */
export function sandboxTopUpOf(reference: string): string | null {
  const id = reference.startsWith(CHARGE) ? reference.slice(CHARGE.length) : "";
  return id === "" || id.includes(":") ? null : id;
}

/** The user of a payee of the sandbox; null for anything else. */
export function sandboxPayeeOf(reference: string): string | null {
  return reference.startsWith(PAYEE) && reference.length > PAYEE.length ? reference.slice(PAYEE.length) : null;
}
