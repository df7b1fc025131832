import { implement } from "#libs/contract-kit/implement.ts";
import { listModerationQueue } from "#libs/contracts/moderation-queue.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { priceOf } from "../notice.ts";

/** One question each for messages, statements and rules. */
export const listModerationQueueAction = (deps: Pick<Deps, "messages" | "statements" | "rules">) =>
  implement(listModerationQueue, async (ctx) => {
    const { items, total } = await deps.messages.quarantined(ctx.params);
    const statements = await deps.statements.latestOf(items.map(({ _id }) => _id));
    const rules = await deps.rules.findMany([...statements.values()].flatMap(({ ruleIds }) => ruleIds));
    const names = new Map(rules.map(({ _id, name }) => [_id, name]));
    const views = items.map((message) => {
      const { _id: messageId, senderId, receiverId, dmType, sentAt } = message;
      const statement = statements.get(messageId);
      return {
        messageId,
        senderId,
        receiverId,
        rules: (statement?.ruleIds ?? []).map((id) => ({ id, name: names.get(id) ?? "" })),
        category: statement?.category ?? "OTHER",
        flaggedAt: (statement?.issuedAt ?? sentAt).toISOString(),
        dmType,
        price: priceOf(message),
      };
    });
    return pageOf(views, total, ctx.params);
  });
