import type { SyncCheck } from "#libs/errors/refuse.ts";
import type { Deps } from "../deps.ts";
import type { Payout } from "../domain/payout.ts";

type Outcome = NonNullable<Payout["settlement"]>["outcome"];

interface Settlement {
  readonly payout: Payout;
  readonly outcome: Outcome;
  /** The member of staff who says so. */
  readonly by: string;
  readonly isGone: boolean;
}

/** Whether a payout was sent to a provider that cannot be asked any more: it does not exist here, or its secret was removed. */
export function isProviderGone({ payment }: Pick<Deps, "payment">, { status, provider }: Payout): boolean {
  return status === "PROCESSING" && provider !== null && !payment.isConnected(provider);
}

/** Whether another request for the same outcome is recorded. Another outcome begins anew. */
export const isSecond = ({ settlement }: Payout, outcome: Outcome): boolean => settlement?.outcome === outcome;

/** While the provider is connected, it alone decides about what it was sent. */
export const settlementChecks: readonly SyncCheck<Settlement>[] = [
  ["payout.error.own_payout", ({ payout, by }) => payout.userId === by],
  ["payout.error.invalid_status", ({ isGone }) => !isGone],
  ["payout.error.same_admin", ({ payout, outcome, by }) => isSecond(payout, outcome) && payout.settlement?.by === by],
];
