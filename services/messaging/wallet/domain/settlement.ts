import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import type { SyncCheck } from "#libs/errors/refuse.ts";
import { date, object, oneOf, text } from "#libs/kernel/fields.ts";

/** What one of two people says became of money at a provider that cannot be asked any more. */
export const settlementOf = <const O extends string>(outcomes: readonly O[]) =>
  object({ by: text, at: date, reason: text, outcome: oneOf(outcomes) });

export interface Said<O extends string> {
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  readonly outcome: O;
}

/** Money that was sent to a provider, or is to be. */
export interface Sent<O extends string = string> {
  readonly _id: string;
  readonly userId: string;
  readonly status: string;
  readonly provider: string | null;
  /** The first of the two people who settle it, because its provider is gone. */
  readonly settlement?: Said<O> | undefined;
}

/** What differs between the kinds of money that two people settle. */
export interface SettlementRule {
  /** As the audit log names it. */
  readonly kind: "payout" | "refund" | "topup";
  /** The status in which only the provider decides. */
  readonly waits: string;
  readonly errors: Readonly<Record<"own" | "ended" | "same", ErrorKey>>;
}

export interface Settlement {
  readonly sent: Sent;
  readonly outcome: string;
  /** The member of staff who says so. */
  readonly by: string;
  readonly isGone: boolean;
}

/** Whether another request for the same outcome is recorded. Another outcome begins anew. */
export const isSecond = ({ settlement }: Sent, outcome: string): boolean => settlement?.outcome === outcome;

/** While the provider is connected, it alone decides about what it was sent. */
export const settlementChecks = ({ errors }: SettlementRule): readonly SyncCheck<Settlement>[] => [
  [errors.own, ({ sent, by }) => sent.userId === by],
  [errors.ended, ({ isGone }) => !isGone],
  [errors.same, ({ sent, outcome, by }) => isSecond(sent, outcome) && sent.settlement?.by === by],
];
