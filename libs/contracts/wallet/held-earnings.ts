import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  clampedPage,
  filterId,
  filterUserId,
  id,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  pathId,
  readableText,
  timestamp,
} from "../shared.ts";

/** HELD: waits for staff or its day. FREED: by staff. MATURED: its day has come. REVERSED: all of it went back to the fan. */
export const HELD_STATUSES = ["HELD", "FREED", "MATURED", "REVERSED"] as const;
export type HeldStatus = (typeof HELD_STATUSES)[number];
/** INSTRUMENT: a card of the fan is a card or the bank account of the creator. DEVICE: both have signed in on one device. */
export const HELD_REASONS = ["INSTRUMENT", "DEVICE"] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

const status = { type: "enum", values: HELD_STATUSES } as const;

const held = {
  type: "object",
  props: {
    messageId: id,
    fanId: { type: "string" },
    creatorId: { type: "string", description: "The creator's user id" },
    amount: { ...amount, description: "What the creator has of the earnings, after commission" },
    currency: { type: "string" },
    status,
    reasons: { type: "array", items: { type: "enum", values: HELD_REASONS }, max: HELD_REASONS.length },
    heldAt: timestamp,
    availableOn: { type: "string", description: "First UTC day on which it can be paid out, YYYY-MM-DD" },
    decidedBy: { ...nullableText, description: "Who freed it" },
    decidedAt: optionalTimestamp,
    reason: { ...nullableText, max: 500, description: "Why it was freed" },
  },
} as const satisfies ObjectRule;

export const listHeldEarnings = action({
  name: "wallet.listHeldEarnings",
  summary: "Earnings that wait longer because a creator may have paid for their own answer, newest first",
  http: { method: "GET", path: "/admin/held-earnings", auth: "admin", permission: "finance:read", csv: "held-earnings" },
  params: {
    id: { ...filterId, description: "The message" },
    userId: { ...filterUserId, description: "The fan or the creator, by user id" },
    status: { ...status, optional: true },
    ...clampedPage,
  },
  returns: pageOfItems(held),
  errors: [],
});

export const freeEarnings = action({
  name: "wallet.freeEarnings",
  class: "money",
  summary: "Let held earnings go back to the day on which they could be paid out without the review",
  http: { method: "POST", path: "/admin/held-earnings/{messageId}/free", stepUp: true, auth: "admin", permission: "finance:write" },
  params: { messageId: pathId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: held,
  errors: ["payment.error.own_money", "payment.held.invalid_status", "payment.held.not_found"],
});
