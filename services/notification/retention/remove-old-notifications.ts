import { DAY } from "#libs/kernel/clock.ts";
import type { Deps } from "../deps.ts";

/** Notifications per query. */
const BATCH_SIZE = 500;
/** Batches of one run; the next run continues. */
const MAX_BATCHES = 200;

type RetentionDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "transaction" | "streamHints">;

/** Deletes the notifications that are older than `notification.retention_days`, user by user, so that the totals stay exact. */
export async function removeOldNotifications(deps: RetentionDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.config.read("notification.retention_days") * DAY);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const old = await deps.notifications.listOlderThan(before, BATCH_SIZE);
    for (const [userId, rows] of Map.groupBy(old, (row) => row.userId)) {
      const ids = rows.map(({ _id }) => _id);
      await removeOfUser(deps, userId, ids);
    }
    if (old.length < BATCH_SIZE) return;
  }
}

/** Deletes notifications of a user and subtracts them from the totals in one transaction. */
async function removeOfUser(
  { notifications, recipients, transaction, streamHints }: RetentionDeps,
  userId: string,
  ids: readonly string[],
) {
  const { unread } = await transaction(async (tx) => {
    const outcome = await notifications.delete(tx, userId, ids);
    if (outcome.deleted > 0) await recipients.subtract(tx, userId, outcome.deleted, outcome.unread);
    return outcome;
  });
  if (unread > 0) streamHints.send(userId);
}
