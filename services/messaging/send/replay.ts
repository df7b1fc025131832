import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";

/** What a sender is answered. */
export interface SendOutcome {
  messageId: string;
  status: MessageDoc["sentAs"];
}

export interface KeyedRequest {
  readonly senderId: string;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
}

type ReplayDeps = Pick<Deps, "messages" | "clock">;

/** An Idempotency-Key names a request for so long. */
const KEY_LIFE_MS = DAY;

/**
 * Sends once for each key: a repetition gets the outcome of the message that is stored, also after a crash between effect
 * and answer. Throws `idempotency.error.key_reused` when the key names another request.
 */
export async function sendOnce(deps: ReplayDeps, request: KeyedRequest, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
  const earlier = await outcomeOf(deps, request);
  if (earlier) return earlier;
  try {
    return await send();
  } catch (error) {
    // A twin of this request may have won in the meantime.
    const twin = await outcomeOf(deps, request);
    if (twin) return twin;
    throw error;
  }
}

async function outcomeOf({ messages, clock }: ReplayDeps, { senderId, idempotencyKey, requestHash }: KeyedRequest) {
  if (idempotencyKey === undefined) return null;
  const message = await messages.findByKey(senderId, idempotencyKey);
  if (!message) return null;
  if (clock.now().getTime() - message.sentAt.getTime() >= KEY_LIFE_MS) {
    await messages.forgetKey(message._id);
    return null;
  }
  if (message.requestHash !== requestHash) throw new AppError("idempotency.error.key_reused");
  return { messageId: message._id, status: message.sentAs };
}
