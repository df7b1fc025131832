import { action, event } from "#libs/contract-kit/contract.ts";
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

export const UNCLAIMED_STATUSES = ["OPEN", "WAITING", "CLAIMED", "PAID"] as const;
export type UnclaimedStatus = (typeof UNCLAIMED_STATUSES)[number];
/** What the list is narrowed to: a status, or what one person has asked for and another must confirm. */
const UNCLAIMED_FILTERS = [...UNCLAIMED_STATUSES, "PROPOSED"] as const;
export type UnclaimedFilter = (typeof UNCLAIMED_FILTERS)[number];
export const UNCLAIMED_DECISIONS = ["CLAIMANT", "OUTSIDE", "REFUSE"] as const;
export type UnclaimedDecision = (typeof UNCLAIMED_DECISIONS)[number];

const status = {
  type: "enum",
  values: UNCLAIMED_STATUSES,
  description: "OPEN: unclaimed; WAITING: an account has given the code; CLAIMED: that account has it; PAID: it was paid by hand",
} as const;
const decision = {
  type: "enum",
  values: UNCLAIMED_DECISIONS,
  description: "CLAIMANT: into the wallet of the account that gave the code; OUTSIDE: paid by hand; REFUSE: the claim ends",
} as const;

/** The sums of a person who leaves. */
const sums = {
  currency: { type: "string" },
  balance: { ...amount, description: "In the wallet of the fan" },
  refundable: { ...amount, description: "The part of the balance that can go back to where it came from" },
  held: { ...amount, description: "Prices of open messages, which come back when the account is deleted" },
  earnings: { ...amount, description: "Earnings of the creator, also those that are still in hold" },
  payouts: { ...amount, description: "Payouts under way" },
} as const;

export const getClosing = action({
  name: "wallet.getClosing",
  summary: "The caller's money, by the way that each sum takes when the account is deleted; also while a deletion waits",
  http: { method: "GET", path: "/wallet/closing", auth: "bearer", openDuringDeletion: true, openToEndedSessions: true },
  params: {},
  returns: { type: "object", props: sums },
  errors: [],
});

export const claimMoney = action({
  name: "wallet.claimMoney",
  class: "money",
  summary: "Claim the money of a deleted account by the code of its last mail; two members of staff decide",
  http: { method: "POST", path: "/wallet/claims", stepUp: true, status: 202, auth: "bearer", limit: "wallet_claims" },
  params: { code: { type: "string", min: 1, max: 100, description: "Capitals, spaces and dashes do not matter" } },
  returns: { type: "object", props: { status: { type: "enum", values: ["WAITING"] } } },
  errors: ["payment.claim.not_found"],
});

const unclaimed = {
  type: "object",
  props: {
    unclaimedId: id,
    requestId: { ...id, description: "The request by which the account was deleted" },
    userId: { type: "string", description: "Of the deleted account" },
    amount,
    currency: { type: "string" },
    status,
    claimantId: { ...nullableText, description: "The account that gave the code" },
    claimedAt: optionalTimestamp,
    openedAt: timestamp,
    approval: {
      type: "object",
      nullable: true,
      props: { by: { type: "string" }, at: timestamp, reason: { type: "string", max: 500 }, decision },
      description: "The first of the two who must ask for the same; null: there is none",
    },
    decision: { ...decision, nullable: true, description: "How it ended" },
    decidedBy: { ...nullableText, description: "The second of the two" },
    decidedAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

export const listUnclaimed = action({
  name: "wallet.listUnclaimed",
  summary: "Money of deleted accounts that had nowhere to go, newest first",
  http: { method: "GET", path: "/admin/unclaimed", auth: "admin", permission: "finance:read", csv: "unclaimed" },
  params: {
    id: filterId,
    userId: filterUserId,
    status: {
      type: "enum",
      values: UNCLAIMED_FILTERS,
      optional: true,
      description: "PROPOSED: of any status, whose settlement waits for a second person",
    },
    ...clampedPage,
  },
  returns: pageOfItems(unclaimed),
  errors: [],
});

export const settleUnclaimed = action({
  name: "wallet.settleUnclaimed",
  class: "money",
  summary: "Decide where unclaimed money goes; two people must ask for the same",
  http: {
    method: "POST",
    path: "/admin/unclaimed/{unclaimedId}/settle",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
    twoPeople: true,
  },
  params: { unclaimedId: pathId, decision, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: {
    type: "object",
    props: { unclaimedId: id, status, approvals: { type: "number", integer: true, min: 1, max: 2 } },
  },
  errors: ["payment.unclaimed.not_found", "payment.unclaimed.invalid_status", "payment.error.own_money", "payment.error.same_admin"],
});

export const rejectSettlement = action({
  name: "wallet.rejectSettlement",
  class: "money",
  summary: "Refuse a decision about unclaimed money that waits for a second person, or withdraw your own",
  http: { method: "POST", path: "/admin/unclaimed/{unclaimedId}/settle/reject", auth: "admin", permission: "finance:write" },
  params: { unclaimedId: pathId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: { type: "object", props: { unclaimedId: id } },
  errors: ["payment.unclaimed.not_found", "payment.error.own_money", "payment.error.not_proposed"],
});

/** For the account service, which calls it before a user is purged, until it is done. */
export const closeMoney = action({
  name: "wallet.closeMoney",
  class: "money",
  summary: "Close the money of a user who leaves; it may be repeated",
  params: { userId: { type: "string", max: 64 }, requestId: { type: "string", max: 64 } },
  returns: {
    type: "object",
    props: {
      done: { type: "boolean", description: "False: call again" },
      currency: { type: "string" },
      toSource: { ...amount, description: "What goes back to where it came from" },
      paidOut: { ...amount, description: "The last payout" },
      unclaimed: { ...amount, description: "What had nowhere to go" },
      code: { type: "string", description: "By which money is claimed that is left, or comes later" },
    },
  },
  errors: [],
});

export const walletClosing = event({
  name: "wallet.closing",
  owner: "wallet",
  summary: "A user who has money has asked for the deletion of the account",
  payload: { userId: { type: "string" }, requestId: id, scheduledAt: timestamp, ...sums },
});
