import { implement } from "#libs/contract-kit/implement.ts";
import { quoteMessage } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { type Check, refuseIfAny } from "#libs/errors/refuse.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { formatMoney, type Money, parseMoney } from "#libs/kernel/money.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import { splitPrice } from "../../wallet/domain/ledger.ts";
import { FREE_LIMIT_ERRORS, freeDayOf, remainingFreeMessages } from "../domain/free-dm-quota.ts";
import { type QuotedTerms, quoteToken } from "../domain/quote.ts";
import { type Draft, minimumPrice, paymentChecks, priceChecks, sendChecks } from "../domain/send-checks.ts";
import {
  commissionRateOf,
  createDraft,
  type DraftDeps,
  freeLimitsOf,
  type LoadedFacts,
  type MessageDraft,
  timeoutHoursOf,
} from "../send/draft.ts";

/** A quote is about the terms of a message, so its text does not matter. */
const ANY_TEXT = "…";

/** POST /messages/quote: runs the checks of a send without its effects. Nothing is stored; the quote itself carries its terms. */
export const quoteMessageAction = (deps: DraftDeps) =>
  implement(quoteMessage, async (ctx) => {
    const { receiverId } = ctx.params;
    const freeDraft = createDraft(ctx, deps, { ...ctx.params, content: ANY_TEXT, dmType: "FREE" }, null);
    const facts = await freeDraft.facts();
    if (!facts.receiver.found) throw new AppError("message.send.error.creator_unavailable");
    const { dmType } = facts.creator;
    if (dmType === null) throw new AppError("message.send.error.dm_disabled");
    const isFree = dmType === "FREE";
    const price = isFree ? null : priceOf(ctx.params.price, facts);
    const draft: MessageDraft = { ...freeDraft, dmType, price };
    const { remaining, limitError } = isFree ? await getFreeQuota(deps, draft, facts) : { remaining: null, limitError: null };
    const isOff = deps.config.isSwitchedOff("MESSAGING");
    const refusal = isOff
      ? KILL_SWITCHES.MESSAGING
      : ((await refusalOf([...sendChecks, ...(isFree ? [] : [...priceChecks, ...paymentChecks])], draft)) ?? limitError);
    const terms = termsOf(deps, draft, facts);
    return {
      receiverId,
      dmType,
      minimumPrice: isFree ? null : formatMoney(minimumPrice(facts)),
      quoteId: refusal === null ? quoteToken(deps.pseudonymKey, terms) : null,
      price: price === null ? null : formatMoney(price),
      split: price === null ? null : splitOf(price, terms.commissionRate),
      window: { ...facts.window },
      expiresAt: terms.expiresAt.toISOString(),
      currency: CURRENCY,
      timeoutHours: terms.timeoutHours,
      freeRemainingToday: remaining,
      sendable: refusal === null,
      refusal,
    };
  });

const priceOf = (given: string | undefined, facts: LoadedFacts): Money => (given === undefined ? minimumPrice(facts) : parseMoney(given));

/** The terms that a quote of the draft binds. */
function termsOf({ config }: DraftDeps, draft: MessageDraft, facts: LoadedFacts): QuotedTerms {
  const { messageId: id, senderId, receiverId, dmType, price, timeoutHours, now } = draft;
  return {
    ...{ id, senderId, receiverId, dmType, price },
    commissionRate: commissionRateOf(config, facts),
    timeoutHours: timeoutHoursOf(config, facts, timeoutHours),
    expiresAt: new Date(now.getTime() + config.read("messaging.quote_seconds") * SECOND),
  };
}

function splitOf(price: Money, commissionRate: number) {
  const { net, commission } = splitPrice(price, commissionRate);
  return { creator: formatMoney(net), platform: formatMoney(commission) };
}

/** The number of free messages left, and the error of the exhausted limit when it is 0. */
async function getFreeQuota({ config, messages }: DraftDeps, { senderId, receiverId, now }: MessageDraft, { scope }: LoadedFacts) {
  const limits = freeLimitsOf(config, scope);
  const { day } = freeDayOf(now);
  const [today, toCreator] = await Promise.all([
    messages.countFree(day, senderId, null, limits.perDay),
    messages.countFree(day, senderId, receiverId, limits.perCreator),
  ]);
  const remaining = remainingFreeMessages(limits, { today, toCreator });
  const exhausted = today >= limits.perDay ? FREE_LIMIT_ERRORS[0] : FREE_LIMIT_ERRORS[1];
  return { remaining, limitError: remaining === 0 ? exhausted : null };
}

/** The error that the checks would throw, or null. */
async function refusalOf(checks: readonly Check<Draft>[], draft: Draft): Promise<ErrorKey | null> {
  try {
    await refuseIfAny(checks, draft);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}
