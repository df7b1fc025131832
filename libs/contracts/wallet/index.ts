import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import {
  amount,
  clampedPage,
  filterId,
  id,
  nullableText,
  optionalTimestamp,
  pageOfItems,
  pathId,
  readableText,
  timestamp,
} from "../shared.ts";
import { approval } from "./chargebacks.ts";
import { auditStatus } from "./ledger-audit.ts";
import { LEDGER_KINDS, USER_LEDGER_KINDS } from "./ledger-kinds.ts";

export * from "./adjustments.ts";
export * from "./chargebacks.ts";
export * from "./held-earnings.ts";
export * from "./leaving.ts";
export * from "./ledger-audit.ts";
export * from "./ledger-kinds.ts";
export * from "./payees.ts";
export * from "./payout-destinations.ts";
export * from "./payouts.ts";
export * from "./refunds.ts";
export * from "./settlements.ts";
export * from "./statements.ts";
export * from "./top-ups.ts";

export const WALLET_KINDS = ["FAN", "CREATOR"] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];
export const ESCROW_STATUSES = ["HELD", "RELEASED", "REFUNDED", "REVERSED"] as const;
export type EscrowStatus = (typeof ESCROW_STATUSES)[number];
/** What a list is narrowed to: a status, or what one person has asked for and another must confirm. */
export const ESCROW_FILTERS = [...ESCROW_STATUSES, "PROPOSED"] as const;
export type EscrowFilter = (typeof ESCROW_FILTERS)[number];

const wallet = {
  type: "object",
  props: {
    walletId: id,
    kind: { type: "enum", values: WALLET_KINDS },
    currency: { type: "string" },
    balance: amount,
    held: { ...amount, description: "In escrow, neither released nor refunded" },
    frozen: { type: "boolean" },
  },
} as const satisfies ObjectRule;

const staffWallet = {
  type: "object",
  props: {
    ...wallet.props,
    freezing: {
      type: "object",
      nullable: true,
      props: {
        by: { ...nullableText, description: "Null: a chargeback has frozen it" },
        at: timestamp,
        reason: { ...nullableText, max: 500 },
      },
      description: "Who has frozen it, when and why; null while it is not frozen, and where the freeze is older than this field",
    },
  },
} as const satisfies ObjectRule;

const movement = {
  type: "object",
  props: {
    id,
    kind: { type: "enum", values: LEDGER_KINDS },
    amount: { ...amount, description: "Signed: negative when money left the wallet" },
    balanceAfter: amount,
    reference: { type: "object", props: { type: { type: "string" }, id: { type: "string" } } },
    escrow: {
      type: "object",
      nullable: true,
      props: {
        status: { type: "enum", values: ESCROW_STATUSES },
        receiverId: { type: "string", description: "The creator's user id" },
        reversed: { ...amount, description: "What was given back after the answer" },
      },
      description: "What has become of the price of a message since; null for movements that are about none",
    },
    createdAt: timestamp,
  },
} as const satisfies ObjectRule;

export const getWallet = action({
  name: "wallet.getWallet",
  class: "money",
  summary: "The caller's fan wallet",
  http: { method: "GET", path: "/wallet", auth: "bearer" },
  params: {},
  returns: {
    type: "object",
    props: {
      ...wallet.props,
      balance: { ...amount, description: "Below zero: what is owed because payments were taken back" },
      refundable: { ...amount, description: "Can be sent back to where it came from" },
      disputed: { type: "boolean", description: "Frozen because a payment is disputed; it ends with the dispute if that is won" },
    },
  },
  errors: [],
});

export const listWalletTransactions = action({
  name: "wallet.listTransactions",
  class: "money",
  summary: "Movements of the caller's fan wallet, newest first",
  http: { method: "GET", path: "/wallet/transactions", auth: "bearer", csv: "wallet" },
  params: { ...clampedPage },
  returns: pageOfItems(movement),
  errors: [],
});

export const listAdminWallets = action({
  name: "wallet.listAdminWallets",
  summary: "The wallets of a user",
  http: { method: "GET", path: "/admin/wallets/{userId}", auth: "admin", permission: "finance:read" },
  params: { userId: pathId },
  returns: { type: "object", props: { wallets: { type: "array", items: staffWallet, max: 10 } } },
  errors: [],
});

export const listAdminTransactions = action({
  name: "wallet.listAdminTransactions",
  summary: "Movements of a wallet of a user, newest first. The audit log records each look",
  http: {
    method: "GET",
    path: "/admin/wallets/{userId}/transactions",
    auth: "admin",
    permission: "finance:read",
    csv: "movements-{userId}",
  },
  params: {
    userId: pathId,
    wallet: { type: "enum", values: WALLET_KINDS, default: "FAN" },
    kind: { type: "enum", values: USER_LEDGER_KINDS, optional: true },
    ...clampedPage,
  },
  returns: pageOfItems(movement),
  errors: [],
});

export const setWalletFrozen = action({
  name: "wallet.setFrozen",
  class: "money",
  summary: "Freeze or unfreeze a wallet of a user, by default the fan wallet",
  http: { method: "PATCH", path: "/admin/wallets/{userId}", auth: "admin", permission: "finance:write" },
  params: {
    userId: pathId,
    kind: { type: "enum", values: WALLET_KINDS, default: "FAN" },
    frozen: { type: "boolean" },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: null,
  errors: ["payment.wallet.not_found"],
});

const accountTotals = { debit: amount, credit: amount, balance: amount } as const;
/** The reply for more accounts would exceed the message limit of the bus. */
const MAX_ACCOUNTS = 1_000;

export const getTrialBalance = action({
  name: "wallet.getTrialBalance",
  summary: "Debit, credit and balance of every ledger account by page; the total of all is zero when the ledger is consistent",
  http: { method: "GET", path: "/admin/ledger/trial-balance", auth: "admin", permission: "finance:read", csv: "trial-balance" },
  params: {
    limit: { type: "number", integer: true, min: 1, max: MAX_ACCOUNTS, default: MAX_ACCOUNTS, description: "Accounts in a page, 1-1000" },
    cursor: { type: "string", max: 200, optional: true, description: "nextCursor of the previous page" },
  },
  returns: {
    type: "object",
    props: {
      currency: { type: "string" },
      accounts: {
        type: "array",
        items: { type: "object", props: { account: { type: "string" }, ...accountTotals } },
        description: "The accounts of this page, by name",
      },
      total: amount,
      asOf: { ...timestamp, description: "The time of the sums" },
      accountCount: { type: "number", integer: true, description: "Number of accounts on all pages" },
      totals: { type: "object", props: accountTotals, description: "Of the accounts of all pages" },
      nextCursor: { ...nullableText, description: "Cursor of the next page; null on the last page" },
      hasMore: { type: "boolean", description: "Whether there is another page" },
      audit: {
        type: "object",
        props: { status: auditStatus, fullAt: { ...optionalTimestamp, description: "When all books were last read to the end" } },
        description: "What the audits say about the ledger",
      },
    },
  },
  errors: [],
});

export const listEscrows = action({
  name: "wallet.listEscrows",
  summary: "Escrows, newest first",
  http: { method: "GET", path: "/admin/escrows", auth: "admin", permission: "finance:read", csv: "escrows" },
  params: {
    userId: { ...filterId, description: "The fan or the creator, by user id" },
    messageId: filterId,
    status: {
      type: "enum",
      values: ESCROW_FILTERS,
      optional: true,
      description: "PROPOSED: of any status, whose price is to go back once a second person asks for it",
    },
    ...clampedPage,
  },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      messageId: id,
      fanId: { type: "string" },
      creatorId: { type: "string" },
      amount,
      status: { type: "enum", values: ESCROW_STATUSES },
      heldAt: timestamp,
      resolvedAt: optionalTimestamp,
      availableOn: { ...nullableText, description: "First UTC day on which an earned price can be paid out, YYYY-MM-DD" },
      stopped: { type: "boolean", description: "A dispute of the fan keeps it from being paid out" },
      reversible: { ...amount, description: "What staff can give back of the price now" },
      reversed: { ...amount, description: "What has gone back to the fan of an earned price" },
      approval: { ...approval, props: { ...approval.props, amount } },
    },
  }),
  errors: [],
});

export const walletToppedUp = event({
  name: "wallet.topped_up",
  owner: "wallet",
  summary: "Money was added to a fan wallet",
  public: { fields: ["topupId", "userId", "amount", "currency"] },
  payload: { topupId: id, userId: { type: "string" }, amount, currency: { type: "string" } },
});

export const walletFrozenChanged = event({
  name: "wallet.frozen_changed",
  owner: "wallet",
  summary: "An admin froze or unfroze a wallet",
  public: { fields: ["userId", "frozen"] },
  payload: {
    userId: { type: "string" },
    kind: { type: "enum", values: WALLET_KINDS, default: "FAN" },
    frozen: { type: "boolean" },
    reason: nullableText,
  },
});
