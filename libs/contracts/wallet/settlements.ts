import { action } from "#libs/contract-kit/contract.ts";
import { id, pathId, readableText } from "../shared.ts";
import { PAYOUT_OUTCOMES } from "./payout-decisions.ts";
import { PAYOUT_STATUSES } from "./payouts.ts";
import { REFUND_OUTCOMES, REFUND_STATUSES } from "./refunds.ts";
import { TOPUP_OUTCOMES, TOPUP_STATUSES } from "./top-ups.ts";

const reason = { ...readableText, trim: true, min: 1, max: 500 } as const;
const approvals = { type: "number", integer: true, min: 1, max: 2 } as const;
const byTwo = { method: "POST", stepUp: true, auth: "admin", permission: "finance:write", twoPeople: true } as const;

export const settlePayout = action({
  name: "wallet.settlePayout",
  class: "money",
  summary: "Settle a payout whose provider is no longer connected, as people have found out there; two must say the same",
  http: { ...byTwo, path: "/admin/payouts/{payoutId}/settle" },
  params: {
    payoutId: pathId,
    outcome: { type: "enum", values: PAYOUT_OUTCOMES, description: "FAILED: nothing was sent, and the money returns to the earnings" },
    reason,
  },
  returns: { type: "object", props: { payoutId: id, status: { type: "enum", values: PAYOUT_STATUSES }, approvals } },
  errors: ["payout.error.not_found", "payout.error.own_payout", "payout.error.invalid_status", "payout.error.same_admin"],
});

export const settleRefund = action({
  name: "wallet.settleRefund",
  class: "money",
  summary: "Settle a refund whose provider is no longer connected, as people have found out there; two must say the same",
  http: { ...byTwo, path: "/admin/refunds/{refundId}/settle" },
  params: {
    refundId: pathId,
    outcome: { type: "enum", values: REFUND_OUTCOMES, description: "FAILED: nothing was sent, and the money returns to the wallet" },
    reason,
  },
  returns: { type: "object", props: { refundId: id, status: { type: "enum", values: REFUND_STATUSES }, approvals } },
  errors: ["payment.refund.not_found", "payment.error.own_money", "payment.refund.invalid_status", "payment.error.same_admin"],
});

export const settleTopUp = action({
  name: "wallet.settleTopUp",
  class: "money",
  summary: "Settle the return of a top-up whose provider is no longer connected, as people have found out there; two must say the same",
  http: { ...byTwo, path: "/admin/topups/{topupId}/settle" },
  params: {
    topupId: pathId,
    outcome: { type: "enum", values: TOPUP_OUTCOMES, description: "REVIEW: nothing was sent, and staff decide about it anew" },
    reason,
  },
  returns: { type: "object", props: { topupId: id, status: { type: "enum", values: TOPUP_STATUSES }, approvals } },
  errors: ["payment.topup.not_found", "payment.error.own_money", "payment.topup.invalid_status", "payment.error.same_admin"],
});
