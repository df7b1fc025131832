import { CountersUnavailable, type QuotaSlot } from "#libs/counters/counter-store.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { FREE_LIMIT_ERRORS, freeCounterKeys, freeDayOf } from "../domain/free-dm-quota.ts";
import { freeLimitsOf, type MessageDraft } from "./draft.ts";

type SlotDeps = Pick<Deps, "config" | "quotas" | "messages">;

/** What was taken, to be given back when the send fails. */
export interface FreeSlot {
  readonly slots: readonly QuotaSlot[];
}

/**
 * Takes one of the user's and one of the pair's free messages of the UTC day, both or none. Throws the error of the limit
 * that is used up, the daily one first, or `message.send.error.service_unavailable` when nobody can count.
 */
export async function takeFreeSlot(deps: SlotDeps, draft: MessageDraft): Promise<FreeSlot> {
  const { senderId, receiverId, now } = draft;
  const limits = freeLimitsOf(deps.config, (await draft.facts()).scope);
  const { day, resetsAt, forgetAt } = freeDayOf(now);
  const [ofUser, ofPair] = freeCounterKeys(day, senderId, receiverId);
  const slots: readonly QuotaSlot[] = [
    { key: ofUser, limit: limits.perDay, recount: () => deps.messages.countFree(day, senderId, null, limits.perDay) },
    { key: ofPair, limit: limits.perCreator, recount: () => deps.messages.countFree(day, senderId, receiverId, limits.perCreator) },
  ];
  const exhausted = await take(deps, slots, forgetAt);
  if (exhausted === null) return { slots };
  const [error, limit] = exhausted === 0 ? [FREE_LIMIT_ERRORS[0], limits.perDay] : [FREE_LIMIT_ERRORS[1], limits.perCreator];
  throw new AppError(error, { limit, resetsAt: resetsAt.toISOString() });
}

async function take({ quotas }: SlotDeps, slots: readonly QuotaSlot[], forgetAt: Date): Promise<number | null> {
  try {
    return await quotas.take(slots, forgetAt);
  } catch (error) {
    throw error instanceof CountersUnavailable ? new AppError("message.send.error.service_unavailable") : error;
  }
}
