import { implement } from "#libs/contract-kit/implement.ts";
import { listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { decimalPrice } from "../../messages/views/message-view.ts";
import type { AppealDoc } from "../data/appeal.model.ts";
import type { ModerationDeps } from "../deps.ts";

/** GET /admin/moderation/appeals */
export const listAppealsAction = ({ appeals, messages, statements }: Pick<ModerationDeps, "appeals" | "messages" | "statements">) =>
  implement(listAppeals, async (ctx) => {
    const { id, userId, status, ...page } = ctx.params;
    const { rows, total } = await appeals.list(namedOnly({ _id: id, senderId: userId, status }), page);
    const [found, contested] = await Promise.all([
      messages.findByIds(rows.map(({ messageId }) => messageId)),
      statements.findByIds(rows.map(({ statementId }) => statementId)),
    ]);
    const messageOf = new Map(found.map((message) => [message._id, message]));
    const reasonOf = new Map(contested.map(({ _id, automated, facts }) => [_id, automated ? null : facts]));
    const views = rows.map((appeal) => ({
      ...appealView(appeal, messageOf.get(appeal.messageId)),
      firstReason: reasonOf.get(appeal.statementId) ?? null,
    }));
    return pageOf(views, total, page);
  });

/** @param message undefined when it is erased */
function appealView({ _id, createdAt, decidedAt, ...appeal }: AppealDoc, message: MessageDoc | undefined) {
  const { statementId, messageId, senderId, reason, status, firstModerator, decidedBy, decisionReason } = appeal;
  return {
    appealId: _id,
    statementId,
    messageId,
    senderId,
    receiverId: message?.receiverId ?? null,
    price: message ? decimalPrice(message) : null,
    messageStatus: message?.status ?? null,
    reason,
    status,
    firstModerator,
    createdAt: createdAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    decisionReason,
  };
}
