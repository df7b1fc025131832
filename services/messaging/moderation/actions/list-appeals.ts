import { implement } from "#libs/contract-kit/implement.ts";
import { listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { AppealDoc } from "../data/appeal.model.ts";
import type { ModerationDeps } from "../deps.ts";

/** GET /admin/moderation/appeals */
export const listAppealsAction = ({ appeals }: Pick<ModerationDeps, "appeals">) =>
  implement(listAppeals, async (ctx) => {
    const { items, total } = await appeals.list(ctx.params.status, ctx.params);
    return pageOf(items.map(appealView), total, ctx.params);
  });

function appealView({ _id, createdAt, decidedAt, ...appeal }: AppealDoc) {
  const { statementId, messageId, senderId, reason, status, firstModerator, decidedBy, decisionReason } = appeal;
  return {
    appealId: _id,
    statementId,
    messageId,
    senderId,
    reason,
    status,
    firstModerator,
    createdAt: createdAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    decisionReason,
  };
}
