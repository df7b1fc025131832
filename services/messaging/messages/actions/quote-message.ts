import { implement } from "#libs/contract-kit/implement.ts";
import { quoteMessage } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { type Check, refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { KILL_SWITCHES } from "#libs/policies/kill-switches.ts";
import { FREE_LIMIT_ERRORS, freeDayOf, remainingFreeMessages } from "../domain/free-dm-quota.ts";
import { type Draft, minimumPrice, paymentChecks, priceChecks, sendChecks } from "../domain/send-checks.ts";
import { createDraft, type DraftDeps, freeLimitsOf, type LoadedFacts, type MessageDraft, timeoutHoursOf } from "../send/draft.ts";

/** A quote is about the terms of a message, so its text does not matter. */
const ANY_TEXT = "…";

/** POST /messages/quote: runs the checks of a send without its effects. */
export const quoteMessageAction = (deps: DraftDeps) =>
  implement(quoteMessage, async (ctx) => {
    const { receiverId } = ctx.params;
    const freeDraft = createDraft(ctx, deps, { receiverId, content: ANY_TEXT, dmType: "FREE" }, null);
    const facts = await freeDraft.facts();
    if (!facts.receiver.found) throw new AppError("message.send.error.creator_unavailable");
    const { dmType } = facts.creator;
    if (dmType === null) throw new AppError("message.send.error.dm_disabled");
    const isFree = dmType === "FREE";
    const price = isFree ? null : minimumPrice(facts);
    const draft: MessageDraft = { ...freeDraft, dmType, price };
    const { remaining, limitError } = isFree ? await getFreeQuota(deps, draft, facts) : { remaining: null, limitError: null };
    const isOff = deps.config.isSwitchedOff("MESSAGING");
    const refusal = isOff
      ? KILL_SWITCHES.MESSAGING
      : ((await refusalOf([...sendChecks, ...(isFree ? [] : [...priceChecks, ...paymentChecks])], draft)) ?? limitError);
    return {
      receiverId,
      dmType,
      minimumPrice: price === null ? null : formatMoney(price),
      currency: CURRENCY,
      timeoutHours: timeoutHoursOf(deps.config, facts),
      freeRemainingToday: remaining,
      sendable: refusal === null,
      refusal,
    };
  });

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
