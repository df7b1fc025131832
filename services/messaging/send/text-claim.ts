import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { TextClaim } from "../data/text-guard.store.ts";
import type { Deps } from "../deps.ts";

type ClaimDeps = Pick<Deps, "guards" | "messages">;

/** Longer than a send can take. An older guard without a message is what a crash has left. */
const IN_FLIGHT_MS = 15 * SECOND;

/** Whether another message has the text within the window. A courtesy: {@link claimText} decides. */
export async function isDuplicate(deps: ClaimDeps, claim: TextClaim): Promise<boolean> {
  return (await rivalOf(deps, claim)).holds;
}

/** Takes the text for a message: of many at once one gets it, the others get `message.send.error.duplicate`. */
export async function claimText(deps: ClaimDeps, claim: TextClaim): Promise<void> {
  if (await deps.guards.claim(claim)) return;
  const rival = await rivalOf(deps, claim);
  const taken =
    rival.messageId === null ? await deps.guards.claim(claim) : !rival.holds && (await deps.guards.takeOver(rival.messageId, claim));
  if (!taken) throw new AppError("message.send.error.duplicate");
}

/** Who has the text, and whether rightly: a repetition of the same request and the rest of a crash give way. */
async function rivalOf(deps: ClaimDeps, claim: TextClaim): Promise<{ messageId: string | null; holds: boolean }> {
  const guard = await deps.guards.find(claim.fingerprint);
  if (!guard) return { messageId: null, holds: false };
  const { messageId, attempt, sentAt } = guard;
  const age = claim.now.getTime() - sentAt.getTime();
  if (age >= claim.windowMs) return { messageId, holds: false };
  if (attempt !== null && attempt === claim.attempt) return { messageId, holds: false };
  if (age < IN_FLIGHT_MS) return { messageId, holds: true };
  return { messageId, holds: await deps.messages.exists(messageId) };
}
