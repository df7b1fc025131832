import { implement } from "#libs/contract-kit/implement.ts";
import { KILL_SWITCHES } from "#libs/contract-kit/settings.ts";
import { quoteMessage } from "#libs/contracts/messaging.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ErrorKey } from "#libs/errors/catalogue/index.ts";
import { type Check, refuseIfAny } from "#libs/errors/refuse.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { FREE_LIMIT_ERRORS, freeDayOf, freeRemaining } from "../domain/free-dm-quota.ts";
import { type Draft, minimumPrice, paidChecks, sendChecks } from "../domain/send-checks.ts";
import { draftOf, freeLimitsOf, type LoadedFacts, type MessageDraft, timeoutHoursOf } from "../send/draft.ts";

type QuoteDeps = Pick<Deps, "clock" | "config" | "pseudonymKey" | "blocks" | "guards" | "messages" | "escrow">;

/** Any text: a quote is about the terms, not about what will be said. */
const SOME_TEXT = "…";

/** The same checks as a send, without taking anything. */
export const quoteMessageAction = (deps: QuoteDeps) =>
  implement(quoteMessage, async (ctx) => {
    const { receiverId } = ctx.params;
    const asked = draftOf(ctx, deps, { receiverId, content: SOME_TEXT, dmType: "FREE" }, null);
    const facts = await asked.facts();
    if (!facts.receiver.found) throw new AppError("message.send.error.creator_unavailable");
    const { dmType } = facts.creator;
    if (dmType === null) throw new AppError("message.send.error.dm_disabled");
    const isFree = dmType === "FREE";
    const price = isFree ? null : minimumPrice(facts);
    // That somebody has sent just this text is nothing of the terms.
    const draft: MessageDraft = { ...asked, dmType, price, facts: async () => ({ ...facts, duplicate: false }) };
    const { remaining, limitError } = isFree ? await freeLeft(deps, draft, facts) : { remaining: null, limitError: null };
    const isOff = deps.config.isSwitchedOff("MESSAGING");
    const refusal = isOff
      ? KILL_SWITCHES.MESSAGING
      : ((await refusalOf([...sendChecks, ...(isFree ? [] : paidChecks)], draft)) ?? limitError);
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

/** What is left of the free messages, and the error of the limit that is used up. */
async function freeLeft({ config, messages }: QuoteDeps, { senderId, receiverId, now }: MessageDraft, { scope }: LoadedFacts) {
  const limits = freeLimitsOf(config, scope);
  const { day } = freeDayOf(now);
  const [today, toCreator] = await Promise.all([
    messages.countFree(day, senderId, null, limits.perDay),
    messages.countFree(day, senderId, receiverId, limits.perCreator),
  ]);
  const remaining = freeRemaining(limits, { today, toCreator });
  const used = today >= limits.perDay ? FREE_LIMIT_ERRORS[0] : FREE_LIMIT_ERRORS[1];
  return { remaining, limitError: remaining === 0 ? used : null };
}

/** The error that the checks would raise, or null. */
async function refusalOf(checks: readonly Check<Draft>[], draft: Draft): Promise<ErrorKey | null> {
  try {
    await refuseIfAny(checks, draft);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}
