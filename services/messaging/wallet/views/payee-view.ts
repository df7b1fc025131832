import type { Action } from "#libs/providers/payment/payment-provider.ts";
import type { Payee } from "../domain/payee.ts";

interface Shown {
  readonly isRequired: boolean;
  readonly action: Action | null;
}

/** How a user stands as a payee. */
export function payeeView(payee: Payee | null, { isRequired, action }: Shown) {
  return {
    status: payee?.status ?? null,
    country: payee?.country ?? null,
    requirementsDue: [...(payee?.requirementsDue ?? [])],
    isRequired,
    action: action && { kind: action.kind, value: action.value, expiresAt: action.expiresAt.toISOString() },
  };
}
