import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { TextClaim } from "../data/text-guard.store.ts";
import type { MessagesDeps } from "../deps.ts";

type ClaimDeps = Pick<MessagesDeps, "textGuards" | "messages">;

/** Longer than a send can take: an older claim without a message is left over from a crash. */
const MAX_SEND_MS = 15 * SECOND;

/** Claims the text for a message. Of concurrent messages one succeeds; the others get `message.send.error.duplicate`. */
export async function claimText(deps: ClaimDeps, claim: TextClaim): Promise<void> {
  if (await deps.textGuards.claim(claim)) return;
  const holder = await findHolder(deps, claim);
  const claimed =
    holder.messageId === null
      ? await deps.textGuards.claim(claim)
      : !holder.isValid && (await deps.textGuards.takeOver(holder.messageId, claim));
  if (!claimed) throw new AppError("message.send.error.duplicate");
}

/** The message that holds a text. The claim is invalid when it belongs to the same request, has expired, or is left over from a crash. */
async function findHolder(deps: ClaimDeps, claim: TextClaim): Promise<{ messageId: string | null; isValid: boolean }> {
  const guard = await deps.textGuards.find(claim.fingerprint);
  if (!guard) return { messageId: null, isValid: false };
  const { messageId, attempt, sentAt } = guard;
  // A claim that is dated ahead was made under a fast clock. It counts as old as one that is equally far in the past.
  const ageMs = Math.abs(claim.now.getTime() - sentAt.getTime());
  if (ageMs >= claim.windowMs) return { messageId, isValid: false };
  if (attempt !== null && attempt === claim.attempt) return { messageId, isValid: false };
  if (ageMs < MAX_SEND_MS) return { messageId, isValid: true };
  return { messageId, isValid: await deps.messages.exists(messageId) };
}
