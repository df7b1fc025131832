import { DAY } from "#libs/kernel/clock.ts";
import { eachByItself, turns } from "#libs/platform/jobs/turns.ts";
import type { Deps } from "../deps.ts";

/** Notifications per query. */
const BATCH_SIZE = 500;
/** Batches of one run; the next run continues. */
const MAX_BATCHES = 200;

type RetentionDeps = Pick<Deps, "clock" | "config" | "logger" | "notifications" | "recipients" | "transaction" | "streamHints">;

type OldNotification = Awaited<ReturnType<Deps["notifications"]["listOlderThan"]>>[number];

/** Deletes the notifications that are older than `notification.retention_days`, user by user, so that the totals stay exact. */
export async function removeOldNotifications(deps: RetentionDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.config.read("notification.retention_days") * DAY);
  const list = (skip: number, limit: number) => deps.notifications.listOlderThan(before, skip, limit);
  const places = turns();
  const remove = () => places.take(list, BATCH_SIZE, (old) => removeEach(deps, old));
  for (let batch = 0; batch < MAX_BATCHES && (await remove()) === BATCH_SIZE; batch++);
}

/** Resolves to how many notifications stay, because their user failed. */
async function removeEach(deps: RetentionDeps, old: readonly OldNotification[]): Promise<number> {
  let removed = 0;
  const byUser = [...Map.groupBy(old, (row) => row.userId)];
  await eachByItself(
    deps.logger,
    byUser,
    ([userId]) => `remove old notifications of ${userId}`,
    async ([userId, rows]) => {
      const ids = rows.map(({ _id }) => _id);
      await removeOfUser(deps, userId, ids);
      removed += rows.length;
    },
  );
  return old.length - removed;
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
