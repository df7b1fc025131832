import { PAYEE_STATUSES } from "#libs/contracts/wallet/payees.ts";
import type { Money } from "#libs/kernel/money.ts";
import { checkDate, checkOutcome, checkReference, checkWhere } from "../check-answer.ts";
import { ProviderFailure } from "../provider-failure.ts";
import {
  type Action,
  CHARGE_STATES,
  type Change,
  type Changes,
  type Charge,
  type ChargeKey,
  DISPUTE_STATES,
  type Dispute,
  MOVEMENT_KINDS,
  type Movements,
  type Outgoing,
  type Payee,
  type PaymentProvider,
  type ProviderMovement,
  type Refund,
  type StartedCharge,
  SUBJECTS,
  TRANSFER_STATES,
  unreadableChange,
  unreadableMovement,
} from "./payment-provider.ts";

/** What an implementation answers, before it is checked. */
type Unchecked<T> = { readonly [K in keyof T]?: unknown };

const SLOT = "payment";
const MAX_ITEMS = 1_000;
/** Larger sums are no payments; they would not fit the database. */
const MAX_AMOUNT = 10n ** 15n;
const CURRENCY = /^[A-Z]{3}$/;
const CODE = /^[A-Za-z0-9_.:-]{1,200}$/;

/** The same provider with its answers validated: an answer that breaks the port, or is about another top-up, is BAD_ANSWER. */
export function checkedPayment(provider: PaymentProvider): PaymentProvider {
  return {
    async start(charge) {
      const { reference: id, action } = objectOf<StartedCharge>(await provider.start(charge));
      return { reference: reference(id), action: actionOf(action) };
    },
    charge: async (key) => chargeOf(await provider.charge(key), key),
    expire: async (key) => chargeOf(await provider.expire(key), key),
    refund: async (refund) => outgoingOf(await provider.refund(refund)),
    findRefund: async (reference) => refundOf(await provider.findRefund(reference), reference),
    pay: async (transfer) => outgoingOf(await provider.pay(transfer)),
    dispute: async (reference) => disputeOf(await provider.dispute(reference)),
    startPayee: async (payee) => checkReference(SLOT, await provider.startPayee(payee)),
    onboard: async (onboarding) => actionOf(await provider.onboard(onboarding)),
    payee: async (reference) => payeeOf(await provider.payee(reference)),
    changes: async (cursor) => changesOf(await provider.changes(cursor)),
    movements: async (cursor) => movementsOf(await provider.movements(cursor)),
    readCallback: async (raw, headers, now) => changeOf(await provider.readCallback(raw, headers, now)),
  };
}

function actionOf(answer: unknown): Action {
  const { kind, value, expiresAt } = objectOf<Action>(answer);
  return { kind: checkOutcome(SLOT, ["REDIRECT"], kind), value: checkWhere(SLOT, value), expiresAt: checkDate(SLOT, expiresAt) };
}

function chargeOf(answer: unknown, key: ChargeKey): Charge {
  const { state, amount, currency, topUpId, instrument } = objectOf<Charge>(answer);
  if (key.topUpId !== null && topUpId !== key.topUpId) throw badAnswer("TOP_UP");
  return {
    state: checkOutcome(SLOT, CHARGE_STATES, state),
    amount: amountOf(amount),
    currency: currencyOf(currency),
    topUpId: reference(topUpId),
    instrument: orNull(instrument, reference),
  };
}

function outgoingOf(answer: unknown): Outgoing {
  const { reference: id, state, reason } = objectOf<Outgoing>(answer);
  return { reference: orNull(id, reference), state: checkOutcome(SLOT, TRANSFER_STATES, state), reason: orNull(reason, codeOf) };
}

function refundOf(answer: unknown, asked: string): Refund {
  const { reference: id, refundId, chargeReference, amount, currency, state, reason } = objectOf<Refund>(answer);
  if (id !== asked) throw badAnswer("REFUND");
  return {
    reference: asked,
    refundId: orNull(refundId, reference),
    chargeReference: reference(chargeReference),
    amount: amountOf(amount),
    currency: currencyOf(currency),
    state: checkOutcome(SLOT, TRANSFER_STATES, state),
    reason: orNull(reason, codeOf),
  };
}

function disputeOf(answer: unknown): Dispute {
  const { state, chargeReference, amount, currency, reason, answerBy } = objectOf<Dispute>(answer);
  return {
    state: checkOutcome(SLOT, DISPUTE_STATES, state),
    chargeReference: reference(chargeReference),
    amount: amountOf(amount),
    currency: currencyOf(currency),
    reason: orNull(reason, codeOf),
    answerBy: orNull(answerBy, (value) => checkDate(SLOT, value)),
  };
}

function payeeOf(answer: unknown): Payee {
  const { status, requirementsDue, instrument } = objectOf<Payee>(answer);
  return {
    status: checkOutcome(SLOT, PAYEE_STATUSES, status),
    requirementsDue: listOf(requirementsDue, codeOf),
    instrument: orNull(instrument, reference),
  };
}

function changeOf(answer: unknown): Change {
  const { eventId, subject: given, reference: id } = objectOf<Change>(answer);
  const subject = checkOutcome(SLOT, SUBJECTS, given);
  return { eventId: reference(eventId), subject, reference: subject === "OTHER" ? orNull(id, reference) : reference(id) };
}

function changesOf(answer: unknown): Changes {
  const { events, cursor } = objectOf<Changes>(answer);
  return { events: listOf(events, (event) => readableOr(event, changeOf, "eventId", unreadableChange)), cursor: orNull(cursor, reference) };
}

function movementsOf(answer: unknown): Movements {
  const { items, cursor } = objectOf<Movements>(answer);
  return { items: listOf(items, (item) => readableOr(item, movementOf, "id", unreadableMovement)), cursor: orNull(cursor, reference) };
}

/** One wrong item of a list must not hide the others. Without an id it is BAD_ANSWER, as the whole list is. */
function readableOr<T>(answer: unknown, read: (answer: unknown) => T, idField: string, unreadable: (id: string) => T): T {
  try {
    return read(answer);
  } catch {
    return unreadable(reference(objectOf<Record<string, unknown>>(answer)[idField]));
  }
}

function movementOf(answer: unknown): ProviderMovement {
  const { id, kind, reference: about, ownId, amount, currency, cost, at } = objectOf<ProviderMovement>(answer);
  return {
    id: reference(id),
    kind: checkOutcome(SLOT, MOVEMENT_KINDS, kind),
    reference: orNull(about, reference),
    ownId: orNull(ownId, reference),
    amount: signedAmountOf(amount),
    currency: currencyOf(currency),
    cost: signedAmountOf(cost),
    at: checkDate(SLOT, at),
  };
}

function objectOf<T>(answer: unknown): Unchecked<T> {
  if (typeof answer !== "object" || answer === null) throw badAnswer("SHAPE");
  return answer as Unchecked<T>;
}

function listOf<T>(answer: unknown, itemOf: (item: unknown) => T): T[] {
  if (!Array.isArray(answer) || answer.length > MAX_ITEMS) throw badAnswer("LIST");
  return answer.map(itemOf);
}

function orNull<T>(answer: unknown, read: (value: unknown) => T): T | null {
  return answer === null ? null : read(answer);
}

const reference = (answer: unknown): string => checkReference(SLOT, answer);

function codeOf(answer: unknown): string {
  if (typeof answer !== "string" || !CODE.test(answer)) throw badAnswer("CODE");
  return answer;
}

function currencyOf(answer: unknown): string {
  if (typeof answer !== "string" || !CURRENCY.test(answer)) throw badAnswer("CURRENCY");
  return answer;
}

function signedAmountOf(answer: unknown): Money {
  if (typeof answer !== "bigint" || answer > MAX_AMOUNT || answer < -MAX_AMOUNT) throw badAnswer("AMOUNT");
  return answer;
}

function amountOf(answer: unknown): Money {
  const amount = signedAmountOf(answer);
  if (amount < 0n) throw badAnswer("AMOUNT");
  return amount;
}

function badAnswer(detail: string): ProviderFailure {
  return new ProviderFailure(SLOT, "BAD_ANSWER", detail);
}
