import type { UserStatus } from "#libs/contracts/account-terms.ts";
import type { CreatorStatus, KycStatus } from "#libs/contracts/creator.ts";
import { PAYOUT_STATUSES, type PayoutStatus } from "#libs/contracts/payouts.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** A way to be paid out, as its owner named it. */
export interface PayoutMethod {
  readonly _id: string;
  readonly userId: string;
  /** Which of the places that its owner has it takes: whole, from 0. */
  readonly place: number;
  readonly kind: string;
  readonly label: string;
  readonly createdAt: Date;
}

/** Earnings on their way out. Minor units. */
export interface Payout {
  readonly _id: string;
  readonly userId: string;
  readonly creatorId: string;
  readonly idempotencyKey: string;
  readonly amount: Money;
  readonly currency: string;
  readonly status: PayoutStatus;
  readonly methodId: string;
  /** As they were at the request: the method may be removed later. */
  readonly methodKind: string;
  readonly methodLabel: string;
  /** Name of the provider that pays it; null until it is approved. */
  readonly provider: string | null;
  /** Who approved or refused it. */
  readonly decidedBy: string | null;
  /** Why it failed. */
  readonly reason: string | null;
  readonly requestedAt: Date;
  /** When the provider was asked last; absent before and after PROCESSING. */
  readonly triedAt?: Date | undefined;
  /** The account is deleted: the label goes as soon as no provider has to be asked with it any more. */
  readonly ownerGone?: boolean | undefined;
  readonly settledAt: Date | null;
}

/** A payout ends once: paid, or failed with the money back. */
export const payoutMoves = moves(PAYOUT_STATUSES, {
  approve: { from: ["REQUESTED"], to: "PROCESSING" },
  refuse: { from: ["REQUESTED"], to: "FAILED" },
  pay: { from: ["PROCESSING"], to: "PAID" },
  fail: { from: ["PROCESSING"], to: "FAILED" },
});

/** What the provider calls a payout that it could not make. */
export const REFUSED_BY_PROVIDER = "PROVIDER_REFUSED";

export interface PayoutStanding {
  readonly kycStatus: KycStatus;
  readonly creatorStatus: CreatorStatus;
  /** Of the account. */
  readonly userStatus: UserStatus;
}

/** A payout that a creator wants. */
export interface PayoutWish {
  /** Null when the caller is no creator. */
  readonly standing: PayoutStanding | null;
  readonly amount: Money;
  readonly minimum: Money;
  /** Minor units; zero without a wallet. */
  readonly available: Money;
  readonly frozen: boolean;
  readonly method: PayoutMethod | null;
}

/** Of a creator or of the account: whom the platform has stopped. Who leaves by own wish is still paid. */
const STOPPED: readonly (CreatorStatus | UserStatus)[] = ["SUSPENDED", "BANNED"];

/** Whom nothing is paid out to now; asked at the request and once more at the approval. */
const standingChecks: readonly Check<Pick<PayoutWish, "standing">>[] = [
  ["payout.error.creator_unavailable", ({ standing }) => isStopped(standing)],
  ["payout.error.kyc_required", ({ standing }) => standing?.kycStatus !== "APPROVED"],
];

function isStopped(standing: PayoutStanding | null): boolean {
  return standing !== null && [standing.creatorStatus, standing.userStatus].some((status) => STOPPED.includes(status));
}

const frozenCheck: Check<Pick<PayoutWish, "frozen">> = ["payout.error.wallet_frozen", ({ frozen }) => frozen];

/** A freeze also holds what was asked for before it. */
export const approvalChecks: readonly Check<Pick<PayoutWish, "standing" | "frozen">>[] = [...standingChecks, frozenCheck];

/** In this order. The last ones are a courtesy: the debit itself decides, with the same errors. */
export const payoutChecks: readonly Check<PayoutWish>[] = [
  ["payout.error.not_creator", ({ standing }) => standing === null],
  ...standingChecks,
  ["payout.error.below_minimum", ({ amount, minimum }) => amount < minimum, ({ minimum }) => ({ minimum: formatMoney(minimum) })],
  ["payout.error.insufficient_funds", ({ amount, available }) => available < amount],
  ["payout.error.method_not_found", ({ method }) => method === null],
  frozenCheck,
];
