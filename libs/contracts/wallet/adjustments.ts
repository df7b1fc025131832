import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  anyId,
  filterId,
  filterUserId,
  id,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  pathId,
  queuePage,
  readableText,
  timestamp,
} from "../shared.ts";

export const ADJUSTMENT_STATUSES = ["PENDING", "APPROVED", "REJECTED"] as const;
export type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number];

const adjustmentId = pathId;
const status = { type: "enum", values: ADJUSTMENT_STATUSES } as const;
const kind = { type: "enum", values: ["FAN", "CREATOR"], description: "Which wallet of the user" } as const;
const adjustmentState = { type: "object", props: { adjustmentId: id, status } } as const satisfies ObjectRule;
const signedAmount = { ...amount, description: "Signed: negative takes money out of the wallet" } as const;

export const proposeAdjustment = action({
  name: "wallet.proposeAdjustment",
  class: "money",
  summary: "Propose a correction of a wallet; another administrator must approve it",
  http: { method: "POST", path: "/admin/ledger/adjustments", stepUp: true, status: 201, auth: "admin", permission: "finance:write" },
  params: {
    userId: { ...anyId, min: 1 },
    kind: { ...kind, default: "FAN" },
    amount: { type: "string", pattern: /^-?(?=.*[1-9])\d{1,12}(\.\d{1,2})?$/, description: "Signed decimal amount, not zero" },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: adjustmentState,
  errors: ["payment.wallet.not_found", "adjustment.error.own_wallet"],
});

export const approveAdjustment = action({
  name: "wallet.approveAdjustment",
  class: "money",
  summary: "Approve another administrator's correction and book it",
  http: {
    method: "POST",
    path: "/admin/ledger/adjustments/{adjustmentId}/approve",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
  },
  params: { adjustmentId },
  returns: adjustmentState,
  errors: [
    "adjustment.error.not_found",
    "adjustment.error.same_admin",
    "adjustment.error.own_wallet",
    "adjustment.error.invalid_status",
    "adjustment.error.wallet_frozen",
    "adjustment.error.insufficient_balance",
  ],
});

export const rejectAdjustment = action({
  name: "wallet.rejectAdjustment",
  class: "money",
  summary: "Reject a proposed correction, or withdraw your own",
  http: { method: "POST", path: "/admin/ledger/adjustments/{adjustmentId}/reject", auth: "admin", permission: "finance:write" },
  params: { adjustmentId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: adjustmentState,
  errors: ["adjustment.error.not_found", "adjustment.error.own_wallet", "adjustment.error.invalid_status"],
});

export const listAdjustments = action({
  name: "wallet.listAdjustments",
  summary: "Corrections of wallets, newest first",
  http: { method: "GET", path: "/admin/ledger/adjustments", auth: "admin", permission: "finance:read", csv: "corrections" },
  params: { id: filterId, userId: filterUserId, status: { ...status, optional: true }, ...queuePage },
  returns: pageOfItems({
    type: "object",
    props: {
      adjustmentId: id,
      userId: { type: "string" },
      kind,
      amount: signedAmount,
      currency: { type: "string" },
      reason: { type: "string", max: 500 },
      status,
      proposedBy: { type: "string" },
      proposedAt: timestamp,
      decidedBy: nullableText,
      decidedAt: optionalTimestamp,
      refusal: { ...nullableText, max: 500, description: "Why it was rejected" },
    },
  }),
  errors: [],
});

export const walletAdjusted = event({
  name: "wallet.adjusted",
  owner: "wallet",
  summary: "A correction of a wallet by two people of the staff was booked",
  payload: { adjustmentId: id, userId: { type: "string" }, kind, amount: signedAmount, currency: { type: "string" } },
});
