import type { KeptValues } from "#libs/platform/kept-values/kept-values.ts";
import type { MessageListStore } from "../data/message-list.store.ts";

/** The kept counts of the lists of messages; a wrong one is set to what its messages give. */
export function inboxTotals({ messageLists }: { readonly messageLists: MessageListStore }): KeptValues {
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
