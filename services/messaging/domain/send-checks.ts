import type { CreatorStatus, DmType } from "#libs/contracts/creator.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";

/** What a send depends on, as the services know it now. */
export interface SendFacts {
  readonly sender: { readonly emailVerified: boolean };
  readonly receiver: { readonly found: boolean; readonly status: string | null };
  readonly creator: {
    readonly exists: boolean;
    readonly creatorStatus: CreatorStatus | null;
    readonly dmActive: boolean;
    readonly vacationMode: boolean;
    readonly dmType: DmType | null;
  };
  /** Price of the active package in minor units; null when there is none. */
  readonly packagePrice: Money | null;
  /** The receiver has blocked the sender. */
  readonly blocked: boolean;
  /** The same text went to the same creator within the duplicate window. */
  readonly duplicate: boolean;
}

export interface PaymentFacts {
  /** An earlier paid message to this creator is still open. */
  readonly openPaid: boolean;
  readonly wallet: { readonly exists: boolean; readonly frozen: boolean; readonly balance: Money };
}

/** A message that somebody wants to send. Facts load on first use, so the order of the checks costs nothing. */
export interface Draft {
  readonly senderId: string;
  readonly receiverId: string;
  readonly content: string;
  readonly dmType: DmType;
  /** Minor units; null for a free message. */
  readonly price: Money | null;
  facts(): Promise<SendFacts>;
  payment(): Promise<PaymentFacts>;
}

const CLOSED_TO_MESSAGES: readonly (CreatorStatus | null)[] = ["SUSPENDED", "BANNED", "DEACTIVATED"];

/** Spec 4.10, "Ordered checks", as far as they are common to all messages. */
export const sendChecks: readonly Check<Draft>[] = [
  ["message.send.error.self_message", (m) => m.senderId === m.receiverId],
  ["message.send.error.empty_content", (m) => m.content.trim() === ""],
  ["message.send.error.email_not_verified", async (m) => !(await m.facts()).sender.emailVerified],
  ["message.send.error.creator_unavailable", async (m) => isUnavailable(await m.facts())],
  ["message.send.error.blocked", async (m) => (await m.facts()).blocked],
  ["message.send.error.dm_disabled", async (m) => !takesMessages(await m.facts())],
  ["message.send.error.vacation", async (m) => (await m.facts()).creator.vacationMode],
  ["message.send.error.dm_type_mismatch", async (m) => (await m.facts()).creator.dmType !== m.dmType],
  ["message.send.error.duplicate", async (m) => (await m.facts()).duplicate],
];

/** Spec 4.10 for paid messages. A courtesy: the steps that take the slot and the money refuse with the same errors. */
export const paidChecks: readonly Check<Draft>[] = [
  [
    "message.send.error.price_below_minimum",
    async (m) => (m.price ?? 0n) < minimumPrice(await m.facts()),
    async (m) => ({ minimum: formatMoney(minimumPrice(await m.facts())) }),
  ],
  ["message.send.error.pending_paid_exists", async (m) => (await m.payment()).openPaid],
  ["payment.escrow.wallet_unavailable", async (m) => !hasUsableWallet(await m.payment())],
  ["payment.escrow.insufficient_balance", async (m) => (await m.payment()).wallet.balance < (m.price ?? 0n)],
];

/** The least a paid message costs: the package price, and never nothing. */
export function minimumPrice({ packagePrice }: Pick<SendFacts, "packagePrice">): Money {
  return packagePrice !== null && packagePrice > 0n ? packagePrice : 1n;
}

function isUnavailable({ receiver, creator }: SendFacts): boolean {
  return !receiver.found || receiver.status !== "ACTIVE" || CLOSED_TO_MESSAGES.includes(creator.creatorStatus);
}

function takesMessages({ creator }: SendFacts): boolean {
  return creator.exists && creator.dmActive;
}

function hasUsableWallet({ wallet }: PaymentFacts): boolean {
  return wallet.exists && !wallet.frozen;
}
