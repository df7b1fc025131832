import type { DerivedTotals } from "#libs/platform/derived-totals/derived-totals.ts";
import type { MessageListStore } from "../data/message-list.store.ts";

/** The stored totals of the message lists, as derived totals. The job corrects a wrong one by a count of its rows. */
export function inboxTotals({ messageLists }: { readonly messageLists: MessageListStore }): DerivedTotals {
  return {
    kind: "inbox_total",
    listIds: (after, limit) => messageLists.listIds(after, limit),
    async correct(ids) {
      const wrong: string[] = [];
      for (const id of ids) if (await messageLists.correct(id)) wrong.push(id);
      return wrong;
    },
  };
}
