import type { PayeeStatus } from "#libs/contracts/wallet/payees.ts";
import type { Money } from "#libs/kernel/money.ts";

/** PENDING is not decided yet. */
export const TRANSFER_STATES = ["PENDING", "SUCCEEDED", "FAILED"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** CANCELLED: it can no longer be paid, because it was cancelled or has expired. */
export const CHARGE_STATES = [...TRANSFER_STATES, "CANCELLED"] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

export const DISPUTE_STATES = ["OPEN", "WON", "LOST"] as const;
/** UNREADABLE: one of a list, of which only its id can be read. */
export const SUBJECTS = ["CHARGE", "REFUND", "DISPUTE", "PAYEE", "OTHER", "UNREADABLE"] as const;
/** What a callback or a change of the provider is about. */
export type Subject = (typeof SUBJECTS)[number];
/** OWN: between the operator's balance, bank account and reserves at the provider. UNREADABLE: only its id can be read. */
export const MOVEMENT_KINDS = [
  "CHARGE",
  "REFUND",
  "REFUND_RETURN",
  "DISPUTE",
  "DISPUTE_RETURN",
  "TRANSFER",
  "TRANSFER_RETURN",
  "OWN",
  "OTHER",
  "UNREADABLE",
] as const;

/** ISO 4217. */
const NO_CURRENCY = "XXX";

/** A charge to start. Amounts are minor units everywhere in the port. */
export interface NewCharge {
  /** Idempotency key: the provider collects once for an id. */
  readonly topUpId: string;
  readonly amount: Money;
  readonly currency: string;
  /** After this, the provider takes no payment. */
  readonly expiresAt: Date;
  /** Where the browser of the payer returns to. */
  readonly returnUrl: string;
}

/** What the payer or payee has to do at the provider. */
export interface Action {
  readonly kind: "REDIRECT";
  /** An https address, or a path of this site. */
  readonly value: string;
  readonly expiresAt: Date;
}

export interface StartedCharge {
  /** The provider's id of the charge. */
  readonly reference: string;
  readonly action: Action;
}

/** Names a charge. An answer about another top-up is BAD_ANSWER. */
export interface ChargeKey {
  readonly reference: string;
  /** Null: it is not known yet whose charge it is. */
  readonly topUpId: string | null;
}

/** A charge as the provider knows it. */
export interface Charge {
  readonly state: ChargeState;
  /** What was paid; what is asked while it is not paid. */
  readonly amount: Money;
  readonly currency: string;
  readonly topUpId: string;
  /** The provider's name of the card or account that paid; null while it is unknown. */
  readonly instrument: string | null;
}

/** A refund of a charge. */
export interface NewRefund {
  /** Idempotency key: the provider refunds once for an id. */
  readonly refundId: string;
  readonly chargeReference: string;
  readonly amount: Money;
  readonly currency: string;
}

/** Money that goes out. */
export interface Outgoing {
  /** The provider's id of it; null while it has none. */
  readonly reference: string | null;
  readonly state: TransferState;
  /** A code of the provider: why it failed, or what it waits for. */
  readonly reason: string | null;
}

/** A refund as the provider knows it, also one that began there. */
export interface Refund {
  readonly reference: string;
  /** Our id; null: it began at the provider. */
  readonly refundId: string | null;
  readonly chargeReference: string;
  readonly amount: Money;
  readonly currency: string;
  readonly state: TransferState;
  readonly reason: string | null;
}

/** Money to pay to a creator. */
export interface Transfer {
  /** Idempotency key: the provider pays once for an id. */
  readonly payoutId: string;
  readonly amount: Money;
  readonly currency: string;
  /** The provider's id of the payee; null: it is paid by its method. */
  readonly payee: string | null;
  /** The payout method of the creator; null: the provider knows the destination. */
  readonly methodKind: string | null;
  readonly methodLabel: string | null;
  /** False: the transfer is only looked for, and PENDING while there is none. */
  readonly mayBegin?: boolean;
}

/** FUNDS_MISSING as the reason of a transfer that is PENDING: there is too little money at the provider. */
export const FUNDS_MISSING = "FUNDS_MISSING";

export interface Dispute {
  readonly state: (typeof DISPUTE_STATES)[number];
  readonly chargeReference: string;
  readonly amount: Money;
  readonly currency: string;
  /** A code of the provider. */
  readonly reason: string | null;
  /** Until when the provider takes evidence; null: it does not say. */
  readonly answerBy: Date | null;
}

/** A person to pay. No name or address of the person goes out. */
export interface NewPayee {
  /** Idempotency key: the provider knows one payee for an id. */
  readonly userId: string;
  /** Two letters, ISO 3166. */
  readonly country: string;
}

export interface Onboarding {
  readonly reference: string;
  readonly returnUrl: string;
}

export interface Payee {
  readonly status: PayeeStatus;
  /** Codes of what the provider lacks. */
  readonly requirementsDue: readonly string[];
  /** The provider's name of the bank account; null: there is none. */
  readonly instrument: string | null;
}

/** A hint that something has changed at the provider. It says what to ask about, and is no state. */
export interface Change {
  readonly eventId: string;
  readonly subject: Subject;
  /** The provider's id of the charge, refund, dispute or payee; null: OTHER or UNREADABLE. */
  readonly reference: string | null;
}

/** A change of which only the id can be read. */
export const unreadableChange = (eventId: string): Change => ({ eventId, subject: "UNREADABLE", reference: null });

export interface Changes {
  readonly events: readonly Change[];
  /** Where the next call continues; the given one when there is nothing new. */
  readonly cursor: string | null;
}

/** One line of the provider's own books. */
export interface ProviderMovement {
  readonly id: string;
  readonly kind: (typeof MOVEMENT_KINDS)[number];
  /** The provider's id of the charge, refund, dispute or transfer; null: it is about another thing. */
  readonly reference: string | null;
  /** Our id of the top-up, refund or payout; null: it began at the provider, or is about another thing. */
  readonly ownId: string | null;
  /** Positive: it came in. Before costs. */
  readonly amount: Money;
  readonly currency: string;
  /** What the provider keeps for itself; below 0: what it gives back of that. */
  readonly cost: Money;
  readonly at: Date;
}

/** A movement of which only the id can be read. Its sum is unknown, so nothing is posted for it, and nothing explains it. */
export const unreadableMovement = (id: string): ProviderMovement => ({
  ...{ id, kind: "UNREADABLE", reference: null, ownId: null, at: new Date(0) },
  ...{ amount: 0n, currency: NO_CURRENCY, cost: 0n },
});

export interface Movements {
  readonly items: readonly ProviderMovement[];
  readonly cursor: string | null;
}

/** Header → value, with lower-case names. */
export type CallbackHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Port of payments in both directions. A call throws ProviderFailure when the provider gives no answer; a later retry may succeed.
 * UNKNOWN_REFERENCE: the provider does not know what the call names, which is no state of it.
 */
export interface PaymentProvider {
  /** Starts a charge, or finds the one with this id. */
  start(charge: NewCharge): Promise<StartedCharge>;
  charge(key: ChargeKey): Promise<Charge>;
  /** Ends a charge that is PENDING as CANCELLED; one that was paid meanwhile stays so. */
  expire(key: ChargeKey): Promise<Charge>;
  /** Refunds, or finds the refund with this id. It looks first, because providers forget idempotency keys. */
  refund(refund: NewRefund): Promise<Outgoing>;
  /** The refund with a reference, which may have begun at the provider. */
  findRefund(reference: string): Promise<Refund>;
  /** Pays, or finds the transfer with this id. It looks first, as for a refund. */
  pay(transfer: Transfer): Promise<Outgoing>;
  dispute(reference: string): Promise<Dispute>;
  /** Registers a payee, or finds the one with this id. Resolves to the provider's id of it. */
  startPayee(payee: NewPayee): Promise<string>;
  /** Where a payee gives what the provider lacks; a new address each time. */
  onboard(onboarding: Onboarding): Promise<Action>;
  payee(reference: string): Promise<Payee>;
  /** What has changed since a cursor, the earliest first, also what began elsewhere. Null: from as early as the provider remembers. */
  changes(cursor: string | null): Promise<Changes>;
  /** The provider's books since a cursor. */
  movements(cursor: string | null): Promise<Movements>;
  /** Checks the signature of a callback over its exact bytes, and reads it. Calls nothing outside. Throws REFUSED for a forged one. */
  readCallback(raw: Buffer, headers: CallbackHeaders, now: Date): Promise<Change>;
}
