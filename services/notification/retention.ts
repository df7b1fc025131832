import { DAY } from "#libs/kernel/clock.ts";
import type { Deps } from "./deps.ts";

/** Notifications of one look and of one transaction. */
const BATCH = 500;
/** One run ends after so many looks; the next one goes on. */
const ROUNDS = 200;

type RetentionDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "transaction" | "news">;

/**
 * Removes the notifications that are older than they are kept. Those of a user go with their part of the user's totals in one
 * transaction, so the totals stay exact.
 */
export async function removeOldNotifications(deps: RetentionDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.config.read("notification.retention_days") * DAY);
  for (let round = 0; round < ROUNDS; round++) {
    const old = await deps.notifications.olderThan(before, BATCH);
    const users = Map.groupBy(old, ({ userId }) => userId);
    for (const [userId, rows] of users)
      await removeOf(
        deps,
        userId,
        rows.map(({ _id }) => _id),
      );
    if (old.length < BATCH) return;
  }
}

async function removeOf({ notifications, recipients, transaction, news }: RetentionDeps, userId: string, ids: readonly string[]) {
  const { unread } = await transaction(async (tx) => {
    const gone = await notifications.remove(tx, userId, ids);
    if (gone.removed > 0) await recipients.countGone(tx, userId, gone.removed, gone.unread);
    return gone;
  });
  if (unread > 0) news.tell(userId);
}
