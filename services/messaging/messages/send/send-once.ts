import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import type { MessagesDeps } from "../deps.ts";

export interface SendOutcome {
  messageId: string;
  status: MessageDoc["sentAs"];
}

export interface KeyedRequest {
  readonly senderId: string;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
  /** The id within the quote of the message; undefined without one. */
  readonly quoteId: string | undefined;
}

type ReplayDeps = Pick<MessagesDeps, "messages" | "clock">;

/** Time for which an idempotency key belongs to a request. */
const KEY_TTL_MS = DAY;

/**
 * Sends once for each idempotency key. A retry gets the outcome of the stored message, also after a crash between the commit and the
 * response. Throws `idempotency.error.key_reused` when the key belongs to another request, and `message.quote.error.used` when the quote
 * has served another message.
 */
export async function sendOnce(deps: ReplayDeps, request: KeyedRequest, send: () => Promise<SendOutcome>): Promise<SendOutcome> {
  const earlier = await findOutcome(deps, request);
  if (earlier) return earlier;
  try {
    return await send();
  } catch (error) {
    // The same request may have been sent twice in parallel, and the other one may have succeeded first.
    const concurrent = await findOutcome(deps, request);
    if (concurrent) return concurrent;
    // A quote that has served a message serves no other, for any reason that this one was refused. Asked here, so that a send costs nothing more.
    if (request.quoteId !== undefined && (await deps.messages.existsWithQuote(request.quoteId))) {
      throw new AppError("message.quote.error.used");
    }
    throw error;
  }
}

async function findOutcome({ messages, clock }: ReplayDeps, { senderId, idempotencyKey, requestHash }: KeyedRequest) {
  if (idempotencyKey === undefined) return null;
  const message = await messages.findByIdempotencyKey(senderId, idempotencyKey);
  if (!message) return null;
  if (clock.now().getTime() - message.sentAt.getTime() >= KEY_TTL_MS) {
    await messages.clearIdempotencyKey(message._id);
    return null;
  }
  if (message.requestHash !== requestHash) throw new AppError("idempotency.error.key_reused");
  return { messageId: message._id, status: message.sentAs };
}
