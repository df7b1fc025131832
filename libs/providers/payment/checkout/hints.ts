import { ProviderFailure } from "../../provider-failure.ts";
import { type Change, type Subject, unreadableChange } from "../payment-provider.ts";

/** Type of an event → what it is about. */
const SUBJECT_BY_TYPE: Readonly<Record<string, Exclude<Subject, "PAYEE" | "OTHER" | "UNREADABLE">>> = {
  "checkout.session.completed": "CHARGE",
  "checkout.session.expired": "CHARGE",
  "checkout.session.async_payment_succeeded": "CHARGE",
  "checkout.session.async_payment_failed": "CHARGE",
  "refund.created": "REFUND",
  "refund.updated": "REFUND",
  "refund.failed": "REFUND",
  "charge.refund.updated": "REFUND",
  "charge.dispute.created": "DISPUTE",
  "charge.dispute.updated": "DISPUTE",
  "charge.dispute.closed": "DISPUTE",
  "charge.dispute.funds_withdrawn": "DISPUTE",
  "charge.dispute.funds_reinstated": "DISPUTE",
};

/** The types that are asked for in the list of events. Events about payees are not in it: they come by callback only. */
export const LISTED_TYPES = Object.keys(SUBJECT_BY_TYPE);

/** Events of the account of a payee that may change its status. */
const PAYEE_TYPES = /^(account|capability|payout)\./;

/** What an event of a list is about. */
export function listedHintOf(event: { readonly id: string }): Change {
  return typeof fieldsOf(event).type === "string" ? hintOf(event) : unreadableChange(event.id);
}

/** What an event is about. Throws BAD_ANSWER for what is no event. */
export function hintOf(event: unknown): Change {
  const { id: eventId, type, account, data } = fieldsOf(event);
  if (typeof eventId !== "string" || typeof type !== "string") throw new ProviderFailure("payment", "BAD_ANSWER", "EVENT");
  if (typeof account === "string") {
    return PAYEE_TYPES.test(type) ? { eventId, subject: "PAYEE", reference: account } : { eventId, subject: "OTHER", reference: null };
  }
  const object = fieldsOf(fieldsOf(data).object);
  const subject = Object.hasOwn(SUBJECT_BY_TYPE, type) ? SUBJECT_BY_TYPE[type] : undefined;
  if (subject === undefined || typeof object.id !== "string" || isIgnored(subject, object))
    return { eventId, subject: "OTHER", reference: null };
  return { eventId, subject, reference: object.id };
}

/** A page that is not of a top-up, and an inquiry of a bank, which moves no money before it becomes a dispute. */
function isIgnored(subject: Subject, { client_reference_id: topUpId, status }: Fields): boolean {
  return (subject === "CHARGE" && typeof topUpId !== "string") || (subject === "DISPUTE" && String(status).startsWith("warning_"));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
