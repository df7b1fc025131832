import { listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { staffApi } from "../staff-session.ts";

/** A page of the messages that are held back. */
export const heldMessages = (wanted: { readonly ruleId?: string; readonly page: number; readonly limit: number }) =>
  staffApi.call(listModerationQueue, wanted);

/** A message that is held back, without its text. */
export type HeldMessage = Awaited<ReturnType<typeof heldMessages>>["items"][number];

/** A message that is held back, by its id; null: it is not. */
export const findHeldMessage = async (messageId: string): Promise<HeldMessage | null> =>
  (await staffApi.call(listModerationQueue, { messageId })).items[0] ?? null;
