import type { UserStatus } from "#libs/contracts/account/terms.ts";
import type { CreatorStatus, KycStatus } from "#libs/contracts/creator/index.ts";
import { CURRENCY, sumVars } from "#libs/contracts/shared.ts";
import { PAYOUT_OUTCOMES } from "#libs/contracts/wallet/payout-decisions.ts";
import { PAYOUT_STATUSES, type PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Check } from "#libs/errors/refuse.ts";
import {
  boolean,
  type DocumentOf,
  date,
  mark,
  money,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";
import { type SettlementRule, settlementOf } from "./settlement.ts";
import type { Wallet } from "./wallet.ts";

export const payoutMethodFields = {
  _id: text,
  userId: text,
  /** 0-9, unique among the methods of a user: this limits their number. */
  place: number,
  kind: text,
  label: text,
  createdAt: date,
};

/** A bank account or the like, named by its owner. */
export interface PayoutMethod extends DocumentOf<typeof payoutMethodFields> {}

export const payoutFields = {
  _id: text,
  userId: text,
  creatorId: text,
  idempotencyKey: text,
  amount: money,
  currency: withDefault(text, CURRENCY),
  status: oneOf(PAYOUT_STATUSES),
  /** Null: none was named, because its payee is paid. */
  methodId: nullable(text),
  /** Kind and label at the time of the request: the method may be deleted later. */
  methodKind: text,
  methodLabel: withDefault(text, ""),
  /** The payee who is paid, as a provider knows it; absent: the method is. */
  payee: optional(object({ provider: text, reference: text })),
  /** Name of the provider that pays it; null until it is approved. */
  provider: nullable(text),
  /** Payouts of the creator in the seven days before the request, with this one, without those that were cancelled or failed. */
  weekSum: optional(money),
  /** The first of two approvals. */
  approval: optional(object({ by: text, at: date })),
  /** The first of the two people who settle it, because its provider is gone. */
  settlement: optional(settlementOf(PAYOUT_OUTCOMES)),
  /** The administrator who approved it last, or refused it. */
  decidedBy: nullable(text),
  /** Why it failed. */
  reason: nullable(text),
  requestedAt: date,
  /** When it was first sent to its provider; absent: not yet, so a cooling still holds it. */
  begunAt: optional(date),
  /** When the provider, which has too little money for it, is asked again; in PROCESSING only. */
  askAt: optional(date),
  /** When the provider was last called; in PROCESSING only, unless it waits for money there. */
  triedAt: optional(date),
  /** The account is deleted. The label is erased when the payout ends, because retries must send the provider the same transfer. */
  ownerGone: optional(boolean),
  /** Its creator leaves; identity and standing were checked then, because the profile is gone when staff decides. */
  leaving: mark,
  settledAt: nullable(date),
};

/** A transfer of earnings to a creator. Amounts are minor units. */
export interface Payout extends DocumentOf<typeof payoutFields> {}

/** A payout ends once: paid, or failed or cancelled and the money returned. */
export const payoutMoves = moves(PAYOUT_STATUSES, {
  approve: { from: ["REQUESTED"], to: "PROCESSING" },
  approveFirst: { from: ["REQUESTED"], to: "APPROVED" },
  withdrawApproval: { from: ["APPROVED"], to: "REQUESTED" },
  approveSecond: { from: ["APPROVED"], to: "PROCESSING" },
  cancel: { from: ["REQUESTED", "APPROVED"], to: "CANCELLED" },
  refuse: { from: ["REQUESTED", "APPROVED"], to: "FAILED" },
  pay: { from: ["PROCESSING"], to: "PAID" },
  fail: { from: ["PROCESSING"], to: "FAILED" },
});

export const PAYOUT_SETTLEMENT = {
  kind: "payout",
  waits: "PROCESSING",
  errors: { own: "payout.error.own_payout", ended: "payout.error.invalid_status", same: "payout.error.same_admin" },
} as const satisfies SettlementRule;

/** The statuses of a payout whose money has left the earnings and is not paid yet. */
export const OPEN_PAYOUT_STATUSES: readonly PayoutStatus[] = ["REQUESTED", "APPROVED", "PROCESSING"];
/** The statuses of a payout that waits for a decision. */
export const WAITING_PAYOUT_STATUSES: readonly PayoutStatus[] = ["REQUESTED", "APPROVED"];

/** How many people must approve a payout. Its week counts, so that a sum in several parts needs two as well. Amounts are minor units. */
export function approvalsOf({ amount, weekSum = amount }: Pick<Payout, "amount" | "weekSum">, threshold: Money): 1 | 2 {
  return weekSum >= threshold ? 2 : 1;
}

/** The move that an approval by a person is. Throws payout.error.same_admin when the person gave the first of two. */
export function approvalMove(payout: Payout, adminId: string, threshold: Money): (typeof payoutMoves)[`approve${"" | "First" | "Second"}`] {
  if (payout.approval?.by === adminId) throw new AppError("payout.error.same_admin");
  if (payout.status === "APPROVED") return payoutMoves.approveSecond;
  return approvalsOf(payout, threshold) === 2 ? payoutMoves.approveFirst : payoutMoves.approve;
}

/** The failure reason of a payout that the provider has refused. */
export const REFUSED_BY_PROVIDER = "PROVIDER_REFUSED";

export interface PayoutStanding {
  readonly kycStatus: KycStatus;
  readonly creatorStatus: CreatorStatus;
  /** Of the account. */
  readonly userStatus: UserStatus;
}

/** Where the payouts of a user go. */
export interface PayeeStanding {
  /** Not to a payout method: the provider pays the payee. */
  readonly isPaid: boolean;
  /** The payee to whom they may go; null: there is none that is ENABLED. */
  readonly enabled: Payout["payee"] | null;
}

/** What a payout to a payee has in place of the kind and label of a method. */
const TO_PAYEE = { methodKind: "PAYEE", methodLabel: "" } as const;

/** Where a payout goes; null: nowhere. A method that was named although the payee is paid stays a part of the request. */
export function destinationOf(
  { isPaid, enabled }: PayeeStanding,
  method: PayoutMethod | null,
): Pick<Payout, "methodId" | "methodKind" | "methodLabel" | "payee"> | null {
  if (isPaid) return enabled ? { methodId: method?._id ?? null, ...TO_PAYEE, payee: enabled } : null;
  return method && { methodId: method._id, methodKind: method.kind, methodLabel: method.label };
}

/** Everything that decides whether a payout may be requested. Amounts are minor units. */
export interface PayoutRequest {
  /** Null when the caller is not a creator. */
  readonly standing: PayoutStanding | null;
  readonly amount: Money;
  readonly minimum: Money;
  /** Zero without a wallet. */
  readonly available: Money;
  readonly frozen: boolean;
  /** Null: none was named, or there is no such method. */
  readonly method: PayoutMethod | null;
  /** One was named, or the payout has nowhere else to go. */
  readonly needsMethod: boolean;
  readonly payee: PayeeStanding;
  readonly now: Date;
  /** Until when payouts wait after a change; null: nothing has changed. */
  readonly coolingUntil: Date | null;
}

/** The platform has blocked the creator or the account. Users who leave by their own choice are still paid. */
const BLOCKED_STATUSES: readonly (CreatorStatus | UserStatus)[] = ["SUSPENDED", "BANNED"];

function isBlocked(standing: PayoutStanding | null): boolean {
  return standing !== null && [standing.creatorStatus, standing.userStatus].some((status) => BLOCKED_STATUSES.includes(status));
}

/** Whether earnings may be paid out at all. */
export function isPayable(standing: PayoutStanding, { frozen }: Pick<Wallet, "frozen">): boolean {
  return !frozen && !isBlocked(standing) && standing.kycStatus === "APPROVED";
}

/** The standing of a creator who has left in good standing. */
export const LEFT_IN_GOOD_STANDING: PayoutStanding = { kycStatus: "APPROVED", creatorStatus: "DEACTIVATED", userStatus: "DELETED" };

/** Run at the request and again at the approval. */
const standingChecks: readonly Check<Pick<PayoutRequest, "standing">>[] = [
  ["payout.error.creator_unavailable", ({ standing }) => isBlocked(standing)],
  ["payout.error.kyc_required", ({ standing }) => standing?.kycStatus !== "APPROVED"],
];

const frozenCheck: Check<Pick<PayoutRequest, "frozen">> = ["payout.error.wallet_frozen", ({ frozen }) => frozen];

const payeeCheck: Check<Pick<PayoutRequest, "payee">> = [
  "payout.error.payee_required",
  ({ payee: { isPaid, enabled } }) => isPaid && enabled === null,
];

/** After a change of the destination or the account, its owner has time to notice it. */
const coolingCheck: Check<Pick<PayoutRequest, "now" | "coolingUntil">> = [
  "payout.error.cooling",
  isCooling,
  ({ coolingUntil }) => ({ until: coolingUntil?.toISOString() ?? "" }),
];

export function isCooling({ now, coolingUntil }: Pick<PayoutRequest, "now" | "coolingUntil">): boolean {
  return coolingUntil !== null && now < coolingUntil;
}

/** What would refuse the approval of a payout now, as far as this service knows it. */
export interface Hindrance {
  readonly frozen: boolean;
  readonly coolingUntil: Date | null;
}

/** A freeze also stops payouts that were requested before it. */
export const approvalChecks: readonly Check<Pick<PayoutRequest, "standing" | "payee" | "frozen" | "now" | "coolingUntil">>[] = [
  ...standingChecks,
  payeeCheck,
  coolingCheck,
  frozenCheck,
];

/** In this order. */
export const payoutChecks: readonly Check<PayoutRequest>[] = [
  ["payout.error.not_creator", ({ standing }) => standing === null],
  ...standingChecks,
  payeeCheck,
  coolingCheck,
  ["payout.error.below_minimum", ({ amount, minimum }) => amount < minimum, ({ minimum }) => sumVars({ minimum })],
  ["payout.error.insufficient_funds", ({ amount, available }) => available < amount],
  ["payout.error.method_not_found", ({ method, needsMethod }) => needsMethod && method === null],
  frozenCheck,
];
