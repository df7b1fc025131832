import { action } from "#libs/contract-kit/contract.ts";
import { amount, id, month, nullableText, optionalTimestamp, pageOfItems, timestamp } from "../shared.ts";
import { ESCROW_STATUSES, STATEMENT_KINDS } from "../wallet/index.ts";

const { props, ...page } = pageOfItems({
  type: "object",
  props: {
    at: { ...timestamp, description: "When it was booked; of a refunded message, when it was refunded; of an open one, when it was paid" },
    kind: {
      type: "enum",
      values: STATEMENT_KINDS,
      description: "Of the ledger transaction. HOLD (an open message) and REFUND earn nothing; the others are those of the statement",
    },
    messageId: { ...id, nullable: true, description: "Null for payouts and corrections" },
    sessionId: { ...nullableText, description: "The conversation; null when the message does not exist any more" },
    fanName: { ...nullableText, description: "Null after the account was deleted" },
    payoutId: { ...id, nullable: true, description: "The payout that the provider has paid" },
    status: {
      type: "enum",
      values: ESCROW_STATUSES,
      nullable: true,
      description: "Of the price by now. HELD: open; RELEASED: answered; REFUNDED; REVERSED: earned, and given back since",
    },
    heldUntil: { ...optionalTimestamp, description: "Until then the price of an open message is held" },
    gross: { ...amount, description: "Price of the message" },
    commission: { ...amount, description: "Share of the platform of the price" },
    net: {
      ...amount,
      description: "What the entry adds to the earnings, signed; for HOLD and REFUND what an answer would have added",
    },
    reversed: { ...amount, description: "Earnings that this entry gives back to the fan" },
    availableOn: { ...nullableText, description: "Of an answer: the first UTC day on which its net can be paid out, YYYY-MM-DD" },
    currency: { type: "string" },
  },
});

const nextCursor = { ...nullableText, description: "Cursor of the next page of the list as it is now; null on the last page" } as const;

export const listEarnings = action({
  name: "messaging.listEarnings",
  summary:
    "The entries of a month: in the running month open messages first, then those refunded, then the statement's answers, reversals, corrections and payouts, newest first",
  http: { method: "GET", path: "/payouts/statements/{month}/entries", auth: "bearer", csv: "earnings-{month}" },
  params: {
    month,
    page: { type: "number", integer: true, min: 1, max: 1_000, default: 1, description: "1-based page" },
    limit: { type: "number", integer: true, min: 1, max: 500, default: 25, description: "Rows in a page" },
    cursor: {
      type: "string",
      pattern: /^\d{1,15}\.\d{1,15}\.\d{1,7}$/,
      optional: true,
      description: "nextCursor of the previous page, in place of `page`: what has changed since is left out",
    },
  },
  returns: { ...page, props: { ...props, nextCursor } },
  errors: ["payout.error.not_creator"],
});
