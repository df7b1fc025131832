import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  filterId,
  filterUserId,
  givenAmount,
  id,
  optionalTimestamp,
  pageOfItems,
  pathId,
  queuePage,
  readableText,
  timestamp,
} from "../shared.ts";
import { LEDGER_KINDS } from "./ledger-kinds.ts";

export const CHARGEBACK_STATUSES = ["OPEN", "WON", "LOST"] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];
export const REVERSAL_CAUSES = ["CHARGEBACK", "STAFF"] as const;

/** What the list is narrowed to: a status, or what one person has asked for and another must confirm. */
export const CHARGEBACK_FILTERS = [...CHARGEBACK_STATUSES, "PROPOSED"] as const;
export type ChargebackFilter = (typeof CHARGEBACK_FILTERS)[number];

const status = { type: "enum", values: CHARGEBACK_STATUSES, description: "Of the dispute: LOST means that the money is gone" } as const;
const reason = { ...readableText, trim: true, min: 1, max: 500 } as const;

/** The first of the two members of staff whom a decision needs. */
export const approval = {
  type: "object",
  nullable: true,
  props: { by: { type: "string" }, at: timestamp, reason: { type: "string", max: 500 } },
  description: "The first of the two who must ask for the same; null: there is none",
} as const;

const chargeback = {
  type: "object",
  props: {
    chargebackId: id,
    userId: { type: "string" },
    topupId: id,
    source: { type: "string", description: "Provider and its number of the dispute, or of the refund there: `provider:number`" },
    status,
    reason: { type: "string", description: "Code of the provider; PROVIDER_REFUND is a refund that began there" },
    claimed: { ...amount, description: "What the payer's bank asks for" },
    amount: { ...amount, description: "What it took from the wallet; what was refunded before is not in it" },
    writtenOff: { ...amount, description: "The part of the debt that the platform bears" },
    owed: { ...amount, description: "The part of the debt that a write-off would book now" },
    currency: { type: "string" },
    answerBy: { ...optionalTimestamp, description: "Until then the provider takes evidence" },
    openedAt: timestamp,
    closedAt: optionalTimestamp,
    approval,
  },
} as const satisfies ObjectRule;

export const listChargebacks = action({
  name: "wallet.listChargebacks",
  summary: "Payments that the payer's bank takes back, newest first",
  http: { method: "GET", path: "/admin/chargebacks", auth: "admin", permission: "finance:read", csv: "chargebacks" },
  params: {
    id: filterId,
    userId: filterUserId,
    status: {
      type: "enum",
      values: CHARGEBACK_FILTERS,
      optional: true,
      description: "PROPOSED: of any status, whose write-off waits for a second person",
    },
    ...queuePage,
  },
  returns: pageOfItems(chargeback),
  errors: [],
});

/** Ledger transactions in one answer. */
const MAX_POSTINGS = 100;

export const getChargeback = action({
  name: "wallet.getChargeback",
  summary: "A chargeback, and whose accounts bore it",
  http: { method: "GET", path: "/admin/chargebacks/{chargebackId}", auth: "admin", permission: "finance:read" },
  params: { chargebackId: pathId },
  returns: {
    type: "object",
    props: {
      ...chargeback.props,
      postings: {
        type: "array",
        max: MAX_POSTINGS,
        description: "Its ledger transactions, and those that took earnings of answers to this fan back for it, the first one first",
        items: {
          type: "object",
          props: {
            id,
            kind: { type: "enum", values: LEDGER_KINDS },
            createdAt: timestamp,
            entries: {
              type: "array",
              max: 10,
              items: {
                type: "object",
                props: {
                  account: { type: "string" },
                  amount: { ...amount, description: "Positive into the account, negative out of it" },
                },
              },
            },
          },
        },
      },
    },
  },
  errors: ["payment.chargeback.not_found"],
});

export const writeOffChargeback = action({
  name: "wallet.writeOffChargeback",
  class: "money",
  summary: "Let the platform bear the debt of a lost chargeback; two people must ask for it",
  http: {
    method: "POST",
    path: "/admin/chargebacks/{chargebackId}/write-off",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
    twoPeople: true,
  },
  params: { chargebackId: pathId, reason },
  returns: {
    type: "object",
    props: {
      chargebackId: id,
      approvals: { type: "number", integer: true, min: 1, max: 2 },
      writtenOff: amount,
    },
  },
  errors: ["payment.chargeback.not_found", "payment.chargeback.nothing_owed", "payment.error.own_money", "payment.error.same_admin"],
});

export const refundEscrow = action({
  name: "wallet.refundEscrow",
  class: "money",
  summary: "Give an earned price, or a part of it, back to the fan while it is in hold; two people must ask for the same",
  http: {
    method: "POST",
    path: "/admin/escrows/{messageId}/refunds",
    stepUp: true,
    auth: "admin",
    permission: "finance:write",
    twoPeople: true,
  },
  params: {
    messageId: pathId,
    amount: { ...givenAmount, optional: true, description: "Decimal amount; absent: what is left of the price" },
    reason,
  },
  returns: {
    type: "object",
    props: {
      messageId: id,
      approvals: { type: "number", integer: true, min: 1, max: 2 },
      reversed: { ...amount, description: "What the fan has got back of the price so far" },
    },
  },
  errors: ["payment.escrow.not_found", "payment.escrow.not_reversible", "payment.error.own_money", "payment.error.same_admin"],
});

export const rejectWriteOff = action({
  name: "wallet.rejectWriteOff",
  class: "money",
  summary: "Refuse a write-off that waits for a second person, or withdraw your own",
  http: { method: "POST", path: "/admin/chargebacks/{chargebackId}/write-off/reject", auth: "admin", permission: "finance:write" },
  params: { chargebackId: pathId, reason },
  returns: { type: "object", props: { chargebackId: id } },
  errors: ["payment.chargeback.not_found", "payment.error.own_money", "payment.error.not_proposed"],
});

export const rejectEscrowRefund = action({
  name: "wallet.rejectEscrowRefund",
  class: "money",
  summary: "Refuse to give back an earned price for which a second person must ask, or withdraw your own request",
  http: { method: "POST", path: "/admin/escrows/{messageId}/refunds/reject", auth: "admin", permission: "finance:write" },
  params: { messageId: pathId, reason },
  returns: { type: "object", props: { messageId: id } },
  errors: ["payment.escrow.not_found", "payment.error.own_money", "payment.error.not_proposed"],
});

const chargebackPayload = {
  chargebackId: id,
  userId: { type: "string" },
  topupId: id,
  amount,
  currency: { type: "string" },
  reason: { type: "string" },
} as const;
const chargebackFields = ["chargebackId", "userId", "topupId", "amount", "currency"] as const;

export const chargebackOpened = event({
  name: "chargeback.opened",
  owner: "wallet",
  summary: "The payer's bank takes a payment back; the wallet is frozen and its open paid messages are closed",
  public: { fields: [...chargebackFields] },
  payload: chargebackPayload,
});

export const chargebackReported = event({
  name: "chargeback.reported",
  owner: "wallet",
  summary: "A payer's bank takes a payment back, of which finance staff must hear",
  payload: { ...chargebackPayload, userIds: { type: "array", items: { type: "string" }, max: 100, description: "The staff" } },
});

export const chargebackClosed = event({
  name: "chargeback.closed",
  owner: "wallet",
  summary: "A chargeback was won, and the money is in the wallet again, or it is lost",
  public: { fields: [...chargebackFields, "status"] },
  payload: { ...chargebackPayload, status: { type: "enum", values: ["WON", "LOST"] } },
});

export const chargebackWrittenOff = event({
  name: "chargeback.written_off",
  owner: "wallet",
  summary: "Staff have let the platform bear the debt of a lost chargeback",
  payload: { chargebackId: id, userId: { type: "string" }, amount, currency: { type: "string" } },
});

const earningPayload = {
  messageId: id,
  creatorUserId: { type: "string" },
  fanId: { type: "string" },
  currency: { type: "string" },
} as const;

export const earningsHeld = event({
  name: "earnings.held",
  owner: "wallet",
  summary: "An earned price cannot be paid out yet: the payment of its fan is disputed, or the answer is reviewed",
  payload: {
    ...earningPayload,
    amount: { ...amount, description: "After commission" },
    cause: { type: "enum", values: ["DISPUTE", "REVIEW"] },
  },
});

export const earningsReversed = event({
  name: "earnings.reversed",
  owner: "wallet",
  summary: "An earned price, or a part of it, went back to the fan",
  payload: {
    ...earningPayload,
    reversalId: id,
    amount: { ...amount, description: "Of the price" },
    net: { ...amount, description: "Of the earnings" },
    credited: { ...amount, optional: true, description: "What the fan has of it in the wallet; the rest repaid what was written off" },
    cause: { type: "enum", values: REVERSAL_CAUSES },
  },
});
