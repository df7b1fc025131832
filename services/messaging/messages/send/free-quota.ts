import { AppError } from "#libs/errors/app-error.ts";
import { CountersUnavailable, type QuotaSlot } from "#libs/platform/counters/counter-store.ts";
import type { MessagesDeps } from "../deps.ts";
import { FREE_LIMIT_ERRORS, freeCounterKeys, freeDayOf } from "../domain/free-dm-quota.ts";
import { freeLimitsOf, type MessageDraft } from "./draft.ts";

type QuotaDeps = Pick<MessagesDeps, "config" | "quotas" | "messages">;

/**
 * Counts one free message of the UTC day for the user and for the pair, both or neither. Returns the slots to give back when the send
 * fails. Throws the error of the exhausted limit, the daily one first, or `message.send.error.service_unavailable` when the counters
 * are unavailable.
 */
export async function takeFreeQuota(deps: QuotaDeps, draft: MessageDraft): Promise<readonly QuotaSlot[]> {
  const { senderId, receiverId, now } = draft;
  const limits = freeLimitsOf(deps.config, (await draft.facts()).scope);
  const { day, resetsAt, countersExpireAt } = freeDayOf(now);
  const [userKey, pairKey] = freeCounterKeys(day, senderId, receiverId);
  const slots: readonly QuotaSlot[] = [
    { key: userKey, limit: limits.perDay, recount: () => deps.messages.countFree(day, senderId, null, limits.perDay) },
    { key: pairKey, limit: limits.perCreator, recount: () => deps.messages.countFree(day, senderId, receiverId, limits.perCreator) },
  ];
  const exhausted = await takeSlots(deps, slots, countersExpireAt);
  if (exhausted === null) return slots;
  const [error, limit] = exhausted === 0 ? [FREE_LIMIT_ERRORS[0], limits.perDay] : [FREE_LIMIT_ERRORS[1], limits.perCreator];
  throw new AppError(error, { limit, resetsAt: resetsAt.toISOString() });
}

/** The index of the first exhausted slot; null when all were taken. */
async function takeSlots({ quotas }: QuotaDeps, slots: readonly QuotaSlot[], expiresAt: Date): Promise<number | null> {
  try {
    return await quotas.take(slots, expiresAt);
  } catch (error) {
    throw error instanceof CountersUnavailable ? new AppError("message.send.error.service_unavailable") : error;
  }
}
