import type { DerivedTotals } from "#libs/platform/derived-totals/derived-totals.ts";
import type { Deps } from "../deps.ts";

type TotalsDeps = Pick<Deps, "notifications" | "recipients" | "transaction">;

/** The totals of the notification lists, as derived totals. The job corrects a wrong one by a count of the notifications. */
export function notificationTotals({ notifications, recipients, transaction }: TotalsDeps): DerivedTotals {
  return {
    kind: "unread",
    listIds: (after, limit) => recipients.listIds(after, limit),
    async correct(ids) {
      const wrong: string[] = [];
      for (const userId of ids) {
        // One snapshot, so that a concurrent notification is in both numbers or in neither.
        const isWrong = await transaction(async (tx) => recipients.correctTotals(tx, userId, await notifications.count(tx, userId)));
        if (isWrong) wrong.push(userId);
      }
      return wrong;
    },
  };
}
