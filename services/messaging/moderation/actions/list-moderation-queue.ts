import { implement } from "#libs/contract-kit/implement.ts";
import { listModerationQueue, MAX_SHOWN_RULES } from "#libs/contracts/messaging/moderation-queue.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import { decimalPrice } from "../../messages/views/message-view.ts";
import type { ModerationDeps } from "../deps.ts";

/** GET /admin/moderation/queue */
export const listModerationQueueAction = ({ messages, statements, rules }: Pick<ModerationDeps, "messages" | "statements" | "rules">) =>
  implement(listModerationQueue, async (ctx) => {
    const { messageId: wanted, ruleId, category, ...page } = ctx.params;
    const { items, total } = await messages.listQuarantined(namedOnly({ _id: wanted, heldBy: ruleId, heldAs: category }), page);
    const statementOf = await statements.findLatestByMessage(items.map(({ _id }) => _id));
    const flaggingRules = await rules.findByIds([...statementOf.values()].flatMap(({ ruleIds }) => ruleIds));
    const nameOf = new Map(flaggingRules.map(({ _id, name }) => [_id, name]));
    const views = items.map((message) => {
      const { _id: messageId, senderId, receiverId, dmType, sentAt, expiresAt } = message;
      const statement = statementOf.get(messageId);
      return {
        messageId,
        senderId,
        receiverId,
        rules: (statement?.ruleIds ?? []).slice(0, MAX_SHOWN_RULES).map((id) => ({ id, name: nameOf.get(id) ?? "" })),
        category: statement?.category ?? "OTHER",
        flaggedAt: (statement?.issuedAt ?? sentAt).toISOString(),
        sentAt: sentAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        dmType,
        price: decimalPrice(message),
      };
    });
    return pageOf(views, total, page);
  });
