import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { Deps } from "../deps.ts";
import { nextDigest } from "../domain/digest-time.ts";

/**
 * Adds a mail to the next digest of its reader; a user has one digest a day. When that digest is already being sent, the mail goes into the
 * following one.
 */
export async function addToDigest(
  { clock, dispatches, recipients, transaction }: Pick<Deps, "clock" | "dispatches" | "recipients" | "transaction">,
  dispatch: DispatchDoc,
  timezone: string | null,
): Promise<"GATHERED"> {
  const now = clock.now();
  const { userId } = dispatch;
  for (let { day, at } = nextDigest(now, timezone); ; { day, at } = nextDigest(at, timezone)) {
    const digest = { kind: "DIGEST", eventId: `digest:${day}`, userId, channel: "EMAIL" } as const;
    const added = await transaction(async (tx) => {
      // The erasure of an account has deleted the dispatch, so no digest may be created for it.
      if (userId !== null && (await recipients.isGone(tx, userId))) return true;
      const digestId = await dispatches.insertOnce(tx, { ...digest, happenedAt: now, nextAt: at, createdAt: now });
      return dispatches.addToDigest(tx, dispatch, digestId);
    });
    if (added) return "GATHERED";
  }
}
