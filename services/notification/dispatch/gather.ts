import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { Deps } from "../deps.ts";
import { nextDigest } from "../domain/digest-time.ts";

/**
 * Puts a mail into the digest of its reader's day. There is one digest of a user for a day; one that is under way takes nothing
 * more, and the mail goes with the next.
 */
export async function gather(
  { clock, dispatches, recipients, transaction }: Pick<Deps, "clock" | "dispatches" | "recipients" | "transaction">,
  dispatch: DispatchDoc,
  timezone: string | null,
): Promise<"GATHERED"> {
  const now = clock.now();
  const { userId } = dispatch;
  for (let { day, at } = nextDigest(now, timezone); ; { day, at } = nextDigest(at, timezone)) {
    const digest = {
      kind: "DIGEST",
      eventId: `digest:${day}`,
      userId,
      channel: "EMAIL",
      happenedAt: now,
      nextAt: at,
      createdAt: now,
    } as const;
    const joined = await transaction(async (tx) => {
      // An account that is being erased meanwhile has taken the dispatch with it.
      if (userId !== null && (await recipients.isGone(tx, userId))) return true;
      return dispatches.gather(tx, dispatch, await dispatches.insertOnce(tx, digest));
    });
    if (joined) return "GATHERED";
  }
}
