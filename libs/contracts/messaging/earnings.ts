import { action } from "#libs/contract-kit/contract.ts";
import { amount, id, month, nullableText, optionalTimestamp, pageOfItems, timestamp } from "../shared.ts";
import { ESCROW_STATUSES } from "../wallet/index.ts";

const list = pageOfItems({
  type: "object",
  props: {
    at: { ...timestamp, description: "When it was answered or refunded; of an open one, when it was paid" },
    messageId: id,
    sessionId: { ...nullableText, description: "The conversation; null when the message does not exist any more" },
    fanName: { ...nullableText, description: "Null after the account was deleted" },
    status: { type: "enum", values: ESCROW_STATUSES, description: "HELD: open; RELEASED: answered; REFUNDED" },
    heldUntil: { ...optionalTimestamp, description: "Until then the price of an open message is held" },
    gross: { ...amount, description: "Price" },
    commission: { ...amount, description: "Share of the platform of the price" },
    net: { ...amount, description: "What the creator earns by an answer; nothing of a refunded one is earned" },
    currency: { type: "string" },
  },
});

export const listEarnings = action({
  name: "messaging.listEarnings",
  summary: "What the caller earned by message: those answered or refunded in a month, newest first; in the running month open ones before",
  http: { method: "GET", path: "/payouts/statements/{month}/entries", auth: "bearer", csv: "earnings-{month}" },
  params: {
    month,
    page: { type: "number", integer: true, min: 1, max: 1_000, default: 1, description: "1-based page" },
    limit: { type: "number", integer: true, min: 1, max: 500, default: 25, description: "Rows in a page" },
  },
  returns: list,
  errors: ["payout.error.not_creator"],
});
