import type { CreatorStatus, DmType } from "#libs/contracts/creator/index.ts";
import { sumVars } from "#libs/contracts/shared.ts";
import type { Check } from "#libs/errors/refuse.ts";
import type { Money } from "#libs/kernel/money.ts";
import { isBlank } from "#libs/kernel/readable-text.ts";
import { HOLD_ERRORS, type Purse, paymentRefusal } from "../../wallet/domain/wallet.ts";
import type { QuotedTerms } from "./quote.ts";
import { isOffered, type OfferedWindow } from "./reply-window.ts";

/** The facts that the checks of a send need. */
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
  readonly window: OfferedWindow;
  /** The receiver has blocked the sender. */
  readonly blocked: boolean;
}

export interface PaymentFacts {
  /** An earlier paid message to this creator is still open. */
  readonly openPaid: boolean;
  /** The fan wallet of the sender; null: there is none. */
  readonly wallet: Purse | null;
}

/** A message before it is sent. Facts are loaded on first use, so the specified order of the checks costs no extra calls. */
export interface Draft {
  readonly senderId: string;
  readonly receiverId: string;
  readonly content: string;
  readonly dmType: DmType;
  /** Minor units; null for a free message. */
  readonly price: Money | null;
  /** Hours of the reply window; undefined: the default. */
  readonly timeoutHours: number | undefined;
  /** The quote of the message, which replaces the checks of type, reply window and lowest price; null: there is none. */
  readonly quote: QuotedTerms | null;
  facts(): Promise<SendFacts>;
  payment(): Promise<PaymentFacts>;
}

const CLOSED_TO_MESSAGES: readonly (CreatorStatus | null)[] = ["SUSPENDED", "BANNED", "DEACTIVATED"];

/** The checks of all messages (spec 4.10, "Ordered checks"). The last one, against a repeated text, is the text claim that follows. */
export const sendChecks: readonly Check<Draft>[] = [
  ["message.send.error.self_message", (draft) => draft.senderId === draft.receiverId],
  ["message.send.error.empty_content", (draft) => isBlank(draft.content)],
  ["message.send.error.email_not_verified", async (draft) => !(await draft.facts()).sender.emailVerified],
  ["message.send.error.creator_unavailable", async (draft) => isUnavailable(await draft.facts())],
  ["message.send.error.blocked", async (draft) => (await draft.facts()).blocked],
  ["message.send.error.dm_disabled", async (draft) => !acceptsMessages(await draft.facts())],
  ["message.send.error.vacation", async (draft) => (await draft.facts()).creator.vacationMode],
  unlessQuoted(["message.send.error.dm_type_mismatch", async (draft) => (await draft.facts()).creator.dmType !== draft.dmType]),
  unlessQuoted([
    "message.send.error.reply_window",
    async (draft) => !isOffered(draft.timeoutHours, (await draft.facts()).window),
    async (draft) => ({ ...(await draft.facts()).window }),
  ]),
];

/** The checks of paid messages (spec 4.10) before the transaction. */
export const priceChecks: readonly Check<Draft>[] = [
  unlessQuoted([
    "message.send.error.price_below_minimum",
    async (draft) => (draft.price ?? 0n) < minimumPrice(await draft.facts()),
    async (draft) => sumVars({ minimum: minimumPrice(await draft.facts()) }),
  ]),
];

/** Further payment checks, for a quote. In a send the transaction refuses with the same errors, in the same order. */
export const paymentChecks: readonly Check<Draft>[] = [
  ["message.send.error.pending_paid_exists", async (draft) => (await draft.payment()).openPaid],
  [HOLD_ERRORS.unavailable, async (draft) => (await refusalOf(draft)) === "unavailable"],
  [HOLD_ERRORS.insufficient, async (draft) => (await refusalOf(draft)) === "insufficient"],
];

/** The lowest price of a paid message in minor units: the package price, and at least 1. */
export function minimumPrice({ packagePrice }: Pick<SendFacts, "packagePrice">): Money {
  return packagePrice !== null && packagePrice > 0n ? packagePrice : 1n;
}

function unlessQuoted([error, applies, vars]: Check<Draft>): Check<Draft> {
  return [error, (draft) => draft.quote === null && applies(draft), vars ?? (() => ({}))];
}

function isUnavailable({ receiver, creator }: SendFacts): boolean {
  return !receiver.found || receiver.status !== "ACTIVE" || CLOSED_TO_MESSAGES.includes(creator.creatorStatus);
}

function acceptsMessages({ creator }: SendFacts): boolean {
  return creator.exists && creator.dmActive;
}

async function refusalOf(draft: Draft): Promise<ReturnType<typeof paymentRefusal>> {
  return paymentRefusal((await draft.payment()).wallet, draft.price ?? 0n);
}
