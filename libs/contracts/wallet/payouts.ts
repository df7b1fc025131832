import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  anyId,
  clampedPage,
  filterId,
  filterUserId,
  givenAmount,
  id,
  nullableText,
  optionalTimestamp,
  ownCreatorId,
  pageOfItems,
  pathId,
  queuePage,
  readableLine,
  readableText,
  timestamp,
} from "../shared.ts";
import { decidedByStaff } from "./payout-decisions.ts";

export const PAYOUT_STATUSES = ["REQUESTED", "APPROVED", "PROCESSING", "PAID", "FAILED", "CANCELLED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export const PAYOUT_FILTERS = ["WAITING", ...PAYOUT_STATUSES] as const;
export type PayoutFilter = (typeof PAYOUT_FILTERS)[number];

/** Payout methods of one creator. */
export const MAX_PAYOUT_METHODS = 10;
/** The longest hold after an answer and after a review, in days. */
const MAX_DAYS_IN_HOLD = 730;
const MAX_PAYOUTS_IN_BATCH = 200;

const payoutId = pathId;
const status = { type: "enum", values: PAYOUT_STATUSES } as const;
const filter = { type: "enum", values: PAYOUT_FILTERS, optional: true, description: "WAITING: REQUESTED or APPROVED" } as const;
const firstDay = { type: "string", description: "First day (UTC) on which it can be paid out, YYYY-MM-DD" } as const;
const payoutState = { type: "object", props: { payoutId: id, status } } as const satisfies ObjectRule;

const payout = {
  type: "object",
  props: {
    payoutId: id,
    status,
    amount,
    currency: { type: "string" },
    methodId: { ...nullableText, description: "Null: none was named, because the provider pays the payee" },
    methodKind: { type: "string", description: "PAYEE: it goes where the payee told the provider, and has no label" },
    methodLabel: { type: "string" },
    reason: { ...nullableText, max: 500, description: "Why it failed" },
    requestedAt: timestamp,
    settledAt: optionalTimestamp,
    number: { ...nullableText, description: "Of the receipt; null until it is paid" },
  },
} as const satisfies ObjectRule;

export const getEarnings = action({
  name: "wallet.getEarnings",
  summary: "Earnings of a creator: expected, in hold, free to be paid out, asked for, and of all time",
  http: { method: "GET", path: "/creators/{creatorId}/earnings", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: {
    type: "object",
    props: {
      currency: { type: "string" },
      pending: { ...amount, description: "Price of the open messages after commission, earned when they are answered" },
      available: { ...amount, description: "Can be paid out now" },
      inHold: { ...amount, description: "Earned by answers, can be paid out from a later day on" },
      schedule: {
        type: "array",
        max: MAX_DAYS_IN_HOLD,
        items: { type: "object", props: { date: firstDay, amount } },
        description: "What is in hold, by day",
      },
      stopped: { ...amount, description: "Earned, but the payment of its fan is disputed; it waits until that is decided" },
      frozen: { type: "boolean", description: "Staff have frozen the earnings: no payout is requested or sent" },
      requested: { ...amount, description: "Of payouts under way" },
      coolingUntil: { ...optionalTimestamp, description: "Until then no payout is sent, because something has changed; null: none waits" },
      lifetime: { ...amount, description: "Price of all answered messages after commission" },
    },
  },
  errors: ["creator.error.not_owner"],
});

export const createPayoutMethod = action({
  name: "wallet.createPayoutMethod",
  summary: "Add a payout method",
  http: { method: "POST", path: "/payouts/methods", stepUp: true, status: 201, auth: "bearer" },
  params: {
    kind: { type: "string", max: 40, pattern: /^[A-Za-z][A-Za-z0-9_]*$/, description: "As the payment provider names it" },
    label: { ...readableLine, min: 1, max: 100, description: "A name that the creator recognizes; not a full account number" },
  },
  returns: { type: "object", props: { methodId: id } },
  errors: ["payout.error.too_many_methods", "auth.account.email_unverified"],
});

export const listPayoutMethods = action({
  name: "wallet.listPayoutMethods",
  summary: "The caller's payout methods, oldest first",
  http: { method: "GET", path: "/payouts/methods", auth: "bearer" },
  params: {},
  returns: {
    type: "array",
    max: MAX_PAYOUT_METHODS,
    items: { type: "object", props: { methodId: id, kind: { type: "string" }, label: { type: "string" }, createdAt: timestamp } },
  },
  errors: [],
});

export const removePayoutMethod = action({
  name: "wallet.removePayoutMethod",
  summary: "Remove a payout method; existing payouts keep it",
  http: { method: "DELETE", path: "/payouts/methods/{methodId}", stepUp: true, auth: "bearer" },
  params: { methodId: pathId },
  returns: null,
  errors: ["payout.error.method_not_found"],
});

export const requestPayout = action({
  name: "wallet.requestPayout",
  class: "money",
  summary: "Request a payout; the amount leaves the available earnings at once",
  http: { method: "POST", path: "/payouts", stepUp: true, status: 201, auth: "bearer", idempotency: "required", killSwitch: "PAYOUTS" },
  params: {
    amount: { ...givenAmount, description: "Decimal amount" },
    methodId: { ...anyId, min: 1, optional: true, description: "Needed unless the provider pays the payee, who chooses the account there" },
    idempotencyKey: { type: "string", max: 255, from: "idempotencyKey" },
  },
  returns: payoutState,
  errors: [
    "payout.error.not_creator",
    "payout.error.creator_unavailable",
    "payout.error.kyc_required",
    "payout.error.payee_required",
    "payout.error.cooling",
    "payout.error.below_minimum",
    "payout.error.insufficient_funds",
    "payout.error.method_not_found",
    "payout.error.wallet_frozen",
  ],
});

export const listPayouts = action({
  name: "wallet.listPayouts",
  summary: "The caller's payouts, newest first",
  http: { method: "GET", path: "/payouts", auth: "bearer", csv: "payouts" },
  params: { ...clampedPage },
  returns: pageOfItems(payout),
  errors: [],
});

export const getPayout = action({
  name: "wallet.getPayout",
  summary: "One of the caller's payouts",
  http: { method: "GET", path: "/payouts/{payoutId}", auth: "bearer" },
  params: { payoutId },
  returns: payout,
  errors: ["payout.error.not_found"],
});

export const cancelPayout = action({
  name: "wallet.cancelPayout",
  class: "money",
  summary: "Cancel a payout of the caller that is not on its way yet; the money returns to the earnings",
  http: { method: "POST", path: "/payouts/{payoutId}/cancel", auth: "bearer" },
  params: { payoutId },
  returns: payoutState,
  errors: ["payout.error.not_found", "payout.error.invalid_status"],
});

export const listAdminPayouts = action({
  name: "wallet.listAdminPayouts",
  summary: "Payouts of all creators, newest first",
  http: { method: "GET", path: "/admin/payouts", auth: "admin", permission: "finance:read", csv: "payouts" },
  params: { id: filterId, userId: filterUserId, status: filter, ...queuePage },
  returns: pageOfItems({
    type: "object",
    props: {
      ...payout.props,
      userId: { type: "string" },
      creatorId: { type: "string" },
      decidedBy: nullableText,
      ...decidedByStaff,
    },
  }),
  errors: [],
});

/** Of the routes that let a payout go. */
const approval = { method: "POST", stepUp: true, auth: "admin", permission: "finance:write", killSwitch: "PAYOUTS" } as const;

export const approvePayout = action({
  name: "wallet.approvePayout",
  class: "money",
  summary: "Approve a payout: it goes to the payment provider, or waits for a second person from `payment.payout_approval_threshold` on",
  http: { ...approval, path: "/admin/payouts/{payoutId}/approve" },
  params: { payoutId },
  returns: payoutState,
  errors: [
    "payout.error.not_found",
    "payout.error.own_payout",
    "payout.error.invalid_status",
    "payout.error.same_admin",
    "payout.error.creator_unavailable",
    "payout.error.kyc_required",
    "payout.error.payee_required",
    "payout.error.cooling",
    "payout.error.wallet_frozen",
    "payout.error.provider_unavailable",
  ],
});

export const approvePayoutBatch = action({
  name: "wallet.approvePayoutBatch",
  class: "money",
  summary: "Approve several payouts, each by its own rules; those that need two people are left",
  http: { ...approval, path: "/admin/payouts/batches" },
  params: { payoutIds: { type: "array", items: { ...anyId, min: 1 }, min: 1, max: MAX_PAYOUTS_IN_BATCH } },
  returns: {
    type: "object",
    props: {
      results: {
        type: "array",
        max: MAX_PAYOUTS_IN_BATCH,
        items: {
          type: "object",
          props: {
            payoutId: { type: "string" },
            status: { ...status, nullable: true, description: "Afterwards; null when there is no such payout" },
            i18nKey: { ...nullableText, description: "Why it was not approved, such as `payout.error.second_approval`; null when it was" },
          },
        },
      },
    },
  },
  errors: [],
});

export const withdrawPayoutApproval = action({
  name: "wallet.withdrawPayoutApproval",
  class: "money",
  summary: "Withdraw your own first approval of a payout that waits for a second person",
  http: { method: "POST", path: "/admin/payouts/{payoutId}/approve/withdraw", auth: "admin", permission: "finance:write" },
  params: { payoutId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: payoutState,
  errors: ["payout.error.not_found", "payout.error.own_payout", "payout.error.invalid_status", "payment.error.not_proposed"],
});

export const failPayout = action({
  name: "wallet.failPayout",
  class: "money",
  summary: "Refuse a payout that is not approved yet; the money returns to the earnings",
  http: { method: "POST", path: "/admin/payouts/{payoutId}/fail", stepUp: true, auth: "admin", permission: "finance:write" },
  params: { payoutId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: payoutState,
  errors: ["payout.error.not_found", "payout.error.own_payout", "payout.error.invalid_status"],
});

const payoutFact = {
  payoutId: id,
  creatorId: { type: "string" },
  userId: { type: "string" },
  amount,
  currency: { type: "string" },
} as const;
const PAYOUT_FACT_FIELDS = ["payoutId", "creatorId", "userId", "amount", "currency"] as const;

export const payoutProcessed = event({
  name: "payout.processed",
  owner: "wallet",
  summary: "A payout was paid, or it failed and the money was returned to the earnings",
  public: { fields: [...PAYOUT_FACT_FIELDS, "status"] },
  payload: {
    ...payoutFact,
    status: { type: "enum", values: ["PAID", "FAILED"] },
    reason: { ...nullableText, max: 500, description: "Why it failed" },
  },
});

export const payoutRequested = event({
  name: "payout.requested",
  owner: "wallet",
  summary: "A creator asked for a payout; the money has left the available earnings",
  public: { fields: PAYOUT_FACT_FIELDS },
  payload: payoutFact,
});

export const payoutCancelled = event({
  name: "payout.cancelled",
  owner: "wallet",
  summary: "A creator cancelled a payout; the money is back in the earnings",
  public: { fields: PAYOUT_FACT_FIELDS },
  payload: payoutFact,
});
