import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  CURRENCY,
  clampedPage,
  filterId,
  filterUserId,
  givenAmount,
  id,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  pathId,
  queuePage,
  readableText,
  timestamp,
} from "../shared.ts";
import { settledByStaff } from "./settled-by-staff.ts";

export const TOPUP_STATUSES = ["PENDING", "SUCCEEDED", "FAILED", "CANCELLED", "REVIEW", "RETURNING", "RETURNED"] as const;
/** What became of the return of a payment whose provider cannot be asked any more. */
export const TOPUP_OUTCOMES = ["RETURNED", "REVIEW"] as const;
/** Why a top-up is in its status. */
export const TOPUP_REASONS = ["BY_PAYER", "EXPIRED", "AMOUNT_DIFFERS", "CURRENCY_DIFFERS", "RETURN_FAILED", "DISPUTE_LOST"] as const;

/** What the list of the caller is narrowed to: a status, or all top-ups that are not in the wallet. */
const TOPUP_FILTERS = [...TOPUP_STATUSES, "UNCREDITED"] as const;

const status = { type: "enum", values: TOPUP_STATUSES } as const;
const currency = { type: "string" } as const;

const topUp = {
  type: "object",
  props: {
    topupId: id,
    status,
    reason: { type: "enum", values: TOPUP_REASONS, nullable: true, description: "Why it is in this status, where that needs saying" },
    amount,
    currency,
    refunded: { ...amount, description: "Sent back to its source, or on the way there" },
    disputed: { ...amount, description: "Taken back by the bank of the payer" },
    number: { ...nullableText, description: "Number of the receipt; null until it is credited" },
    action: {
      type: "object",
      nullable: true,
      props: {
        kind: { type: "enum", values: ["REDIRECT"] },
        value: { type: "string", description: "Where the payer pays: an address, or a path of this site" },
        expiresAt: timestamp,
      },
      description: "What the payer has to do; null unless it is PENDING",
    },
    createdAt: timestamp,
    expiresAt: { ...optionalTimestamp, description: "When it is given up, unless it is paid" },
    settledAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

export const createTopUp = action({
  name: "wallet.createTopUp",
  class: "money",
  summary: "Start adding money to the caller's fan wallet",
  http: {
    method: "POST",
    path: "/wallet/topups",
    status: 201,
    auth: "bearer",
    idempotency: "required",
    limit: "topups",
    killSwitch: "PAYMENTS",
  },
  params: {
    amount: { ...givenAmount, description: "Decimal amount" },
    currency: { type: "string", max: 10, default: CURRENCY, description: "Only the currency of the platform is supported" },
    idempotencyKey: { type: "string", max: 255, from: "idempotencyKey" },
  },
  returns: topUp,
  errors: [
    "auth.account.email_unverified",
    "payment.topup.amount_out_of_range",
    "payment.topup.blocked",
    "payment.topup.currency_unsupported",
    "payment.topup.limit",
    "payment.topup.provider_unavailable",
  ],
});

export const listTopUps = action({
  name: "wallet.listTopUps",
  class: "money",
  summary: "The caller's top-ups, newest first",
  http: { method: "GET", path: "/wallet/topups", auth: "bearer", csv: "top-ups" },
  params: {
    ...clampedPage,
    status: { type: "enum", values: TOPUP_FILTERS, optional: true, description: "UNCREDITED: of any status but SUCCEEDED" },
  },
  returns: pageOfItems(topUp),
  errors: [],
});

export const getTopUp = action({
  name: "wallet.getTopUp",
  class: "money",
  summary: "One of the caller's top-ups",
  http: { method: "GET", path: "/wallet/topups/{topupId}", auth: "bearer" },
  params: { topupId: pathId },
  returns: topUp,
  errors: ["payment.topup.not_found"],
});

export const confirmTopUp = action({
  name: "wallet.confirmTopUp",
  class: "money",
  summary: "Ask the payment provider about a top-up; the wallet is credited once, when it was paid",
  http: { method: "POST", path: "/wallet/topups/{topupId}/confirm", auth: "bearer" },
  params: { topupId: pathId },
  returns: topUp,
  errors: ["payment.topup.not_found", "payment.topup.provider_unavailable"],
});

export const cancelTopUp = action({
  name: "wallet.cancelTopUp",
  class: "money",
  summary: "Cancel a top-up that is pending; one that was paid meanwhile is credited",
  http: { method: "POST", path: "/wallet/topups/{topupId}/cancel", auth: "bearer" },
  params: { topupId: pathId },
  returns: topUp,
  errors: ["payment.topup.not_found", "payment.topup.provider_unavailable"],
});

const SANDBOX_OUTCOMES = [
  ...["SUCCEEDED", "FAILED", "CANCELLED", "REFUNDS_FAIL", "REFUNDS_WAIT", "REFUNDED_ELSEWHERE"],
  ...["DISPUTED", "DISPUTE_WON", "DISPUTE_LOST"],
  ...["ENABLED", "RESTRICTED", "DISABLED", "BANK_CHANGED", "TRANSFERS_FAIL", "FUNDS_MISSING", "FUNDS_HERE"],
] as const;

export const decideSandboxPayment = action({
  name: "wallet.decideSandboxPayment",
  class: "money",
  summary: "Decide what happens to a test payment or test payee of the caller, for staff of anybody. Not in production",
  http: { method: "POST", path: "/payments/sandbox/{reference}", auth: "bearer" },
  params: {
    reference: { type: "string", min: 1, max: 200 },
    outcome: { type: "enum", values: SANDBOX_OUTCOMES, description: "The last seven are those of a payee" },
    amount: { ...givenAmount, optional: true, description: "What was paid, refunded or disputed; default: all" },
    currency: { type: "string", pattern: /^[A-Z]{3}$/, optional: true, description: "In which it was paid" },
    instrument: { type: "string", pattern: /^[\x21-\x7e]{1,100}$/, optional: true, description: "The card or bank account" },
    notify: { type: "boolean", default: true, description: "Whether the provider calls back at once" },
  },
  returns: { ...topUp, nullable: true, description: "The top-up; null for a payee" },
  errors: ["payment.topup.not_found"],
});

const adminTopUp = {
  type: "object",
  props: {
    ...topUp.props,
    userId: { type: "string" },
    provider: { type: "string" },
    paid: {
      type: "object",
      nullable: true,
      props: { amount, currency },
      description: "What was paid, where it is not what was asked for",
    },
    asked: { ...amount, nullable: true, description: "What was asked for, where another sum was credited" },
    reviewedFor: { type: "enum", values: TOPUP_REASONS, nullable: true, description: "Why it came to review, also once it is decided" },
    note: { ...nullableText, description: "Why staff decided so" },
    decidedBy: { ...nullableText, description: "Who decided about it when it was in review" },
    ...settledByStaff(TOPUP_OUTCOMES),
  },
} as const satisfies ObjectRule;

export const listAdminTopUps = action({
  name: "wallet.listAdminTopUps",
  summary: "Top-ups of all users, newest first",
  http: { method: "GET", path: "/admin/topups", auth: "admin", permission: "finance:read", csv: "top-ups" },
  params: { id: filterId, userId: filterUserId, status: { ...status, optional: true }, ...queuePage },
  returns: pageOfItems(adminTopUp),
  errors: [],
});

export const resolveTopUp = action({
  name: "wallet.resolveTopUp",
  class: "money",
  summary: "Decide about a top-up in review: credit what was paid, or send it back to its source",
  http: {
    method: "POST",
    path: "/admin/topups/{topupId}/resolve",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
    killSwitch: "PAYMENTS",
  },
  params: {
    topupId: pathId,
    decision: { type: "enum", values: ["CREDIT", "RETURN"] },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: adminTopUp,
  errors: [
    "payment.error.own_money",
    "payment.topup.currency_differs",
    "payment.topup.invalid_status",
    "payment.topup.not_found",
    "payment.topup.provider_unavailable",
  ],
});

/** A body of 256 KiB in base64. */
const MAX_CALLBACK_LENGTH = 349_528;

export const receivePaymentCallback = action({
  name: "wallet.receivePaymentCallback",
  class: "money",
  summary: "A payment provider says that something has changed there; it is a hint, and the provider is asked what is true",
  http: { method: "POST", path: "/payments/callbacks/{slot}", auth: "public", limit: "payment_callbacks", rawBody: true },
  params: {
    slot: { ...pathId, description: "Our name of the provider" },
    body: { type: "string", max: MAX_CALLBACK_LENGTH, from: "rawBody" },
    signatures: { type: "record", values: { type: "string" }, from: "signatureHeaders" },
  },
  returns: { type: "object", props: { received: { type: "boolean" } } },
  errors: ["payment.callback.error.signature", "error.not_found"],
});

export const topUpChanged = event({
  name: "wallet.topup_changed",
  owner: "wallet",
  summary: "A payment to a wallet was not credited: its sum or currency differs and staff decides, or it was sent back",
  payload: { topupId: id, userId: { type: "string" }, status: { type: "enum", values: ["REVIEW", "RETURNED"] } },
});
