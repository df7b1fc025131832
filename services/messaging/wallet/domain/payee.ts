import { PAYEE_STATUSES } from "#libs/contracts/wallet/payees.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, list, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export const payeeFields = {
  /** `<provider>:<user>`: a user is one payee of a provider. */
  _id: text,
  userId: text,
  /** Name of the provider. */
  provider: text,
  /** The provider's id of the payee. */
  reference: text,
  country: text,
  status: oneOf(PAYEE_STATUSES),
  /** Codes of what the provider lacks. */
  requirementsDue: list(text),
  /** Keyed hash of the bank account that is paid; absent: none was ever named. */
  instrumentHash: optional(text),
  createdAt: date,
  /** Since when the provider does not know its reference. */
  unknownSince: optional(date),
  /** When the provider is asked next; absent: not any more. */
  checkAt: optional(date),
};

/** A person whom a provider pays. Only the provider changes its status. */
export interface Payee extends DocumentOf<typeof payeeFields> {}

/** DISABLED is final. */
const payeeMoves = moves(PAYEE_STATUSES, {
  ONBOARDING: { from: ["ENABLED", "RESTRICTED"], to: "ONBOARDING" },
  ENABLED: { from: ["ONBOARDING", "RESTRICTED"], to: "ENABLED" },
  RESTRICTED: { from: ["ONBOARDING", "ENABLED"], to: "RESTRICTED" },
  DISABLED: { from: ["ONBOARDING", "ENABLED", "RESTRICTED"], to: "DISABLED" },
});

/** How a payee stands at its provider. */
type Report = Pick<Payee, "status" | "requirementsDue" | "instrumentHash">;

/** The payee after the provider has said how it stands. */
export function afterReport(payee: Payee, { status, requirementsDue, instrumentHash = payee.instrumentHash }: Report, now: Date): Payee {
  if (payee.status !== status && !payeeMoves[status].from.some((from) => from === payee.status)) return payee;
  return { ...payee, status, requirementsDue, instrumentHash, checkAt: nextCheckAt(status, now) };
}

/** When the provider is asked without a reason: one that can be paid daily, one that waits hourly. */
export function nextCheckAt(status: Payee["status"], now: Date): Date | undefined {
  if (status === "DISABLED") return undefined;
  return new Date(now.getTime() + (status === "ENABLED" ? DAY : HOUR));
}
