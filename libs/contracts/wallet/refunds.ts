import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  clampedPage,
  filterId,
  filterUserId,
  givenAmount,
  id,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  pathId,
  readableText,
  timestamp,
} from "../shared.ts";
import { settledByStaff } from "./settled-by-staff.ts";

export const REFUND_STATUSES = ["PENDING", "SUCCEEDED", "FAILED"] as const;
/** What became of a refund whose provider cannot be asked any more. */
export const REFUND_OUTCOMES = ["SUCCEEDED", "FAILED"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

const status = { type: "enum", values: REFUND_STATUSES } as const;
const wanted = { ...givenAmount, optional: true, description: "Decimal amount; absent: all that can go back" } as const;
const reason = { ...readableText, trim: true, min: 1, max: 500 } as const;

const part = { refundId: id, topupId: { ...id, description: "The top-up whose source gets it" }, amount, status } as const;
const request = {
  type: "object",
  props: { amount, refunds: { type: "array", max: 100, items: { type: "object", props: part } } },
} as const satisfies ObjectRule;

const refund = {
  type: "object",
  props: {
    ...part,
    currency: { type: "string" },
    reason: { ...nullableText, description: "Code of the provider for a failure" },
    createdAt: timestamp,
    settledAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

/** The most top-ups among which one request is divided. */
export const MAX_REFUND_PARTS = 100;

export const createRefund = action({
  name: "wallet.createRefund",
  class: "money",
  summary: "Send unspent money back to where it came from, to the newest top-up first",
  http: { method: "POST", path: "/wallet/refunds", status: 201, auth: "bearer", idempotency: "required", killSwitch: "PAYMENTS" },
  params: { amount: wanted, idempotencyKey: { type: "string", max: 255, from: "idempotencyKey" } },
  returns: request,
  errors: ["payment.wallet.frozen", "payment.refund.limit", "payment.refund.exceeds_refundable"],
});

export const listRefunds = action({
  name: "wallet.listRefunds",
  class: "money",
  summary: "The caller's refunds, newest first",
  http: { method: "GET", path: "/wallet/refunds", auth: "bearer", csv: "refunds" },
  params: { ...clampedPage },
  returns: pageOfItems(refund),
  errors: [],
});

export const refundWallet = action({
  name: "wallet.refundWallet",
  class: "money",
  summary: "Send unspent money of a user back to where it came from, also out of a frozen wallet",
  http: {
    method: "POST",
    path: "/admin/wallets/{userId}/refunds",
    stepUp: true,
    status: 201,
    auth: "admin",
    permission: "finance:write",
    killSwitch: "PAYMENTS",
  },
  params: { userId: pathId, amount: wanted, reason },
  returns: request,
  errors: ["payment.error.own_money", "payment.wallet.not_found", "payment.refund.exceeds_refundable"],
});

export const listAdminRefunds = action({
  name: "wallet.listAdminRefunds",
  summary: "Refunds of all users, newest first",
  http: { method: "GET", path: "/admin/refunds", auth: "admin", permission: "finance:read", csv: "refunds" },
  params: { id: filterId, userId: filterUserId, status: { ...status, optional: true }, ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: {
      ...refund.props,
      userId: { type: "string" },
      requestedBy: { type: "string", description: "The user, or the member of staff" },
      note: { ...nullableText, max: 500, description: "Why staff sent it back" },
      ...settledByStaff(REFUND_OUTCOMES),
    },
  }),
  errors: [],
});

export const walletRefunded = event({
  name: "wallet.refunded",
  owner: "wallet",
  summary: "Money of a fan wallet went back to its source, or it failed and the money is in the wallet again",
  public: { fields: ["refundId", "topupId", "userId", "amount", "currency", "status"] },
  payload: {
    refundId: id,
    topupId: id,
    userId: { type: "string" },
    amount,
    currency: { type: "string" },
    status: { type: "enum", values: ["SUCCEEDED", "FAILED"] },
    byStaff: { type: "boolean", optional: true, description: "Staff had sent it back" },
  },
});
